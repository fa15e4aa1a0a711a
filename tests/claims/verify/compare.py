"""Compares facts.tsv with the `// false:` lines at the heads of ../false/*.game; with --write puts these lines there."""
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
facts = {}
for line in (here / "facts.tsv").read_text().splitlines():
    file, claim, fact = line.split("\t")
    assert (file, claim) not in facts, line
    facts.setdefault(file, {})[claim] = fact
bad = 0
specs = sorted((here.parent / "false").glob("*.game"))
total = 0
for spec in specs:
    text = spec.read_text()
    body = re.sub(r"\A(// false: .*\n)*", "", text)
    claims = re.findall(r'^claim "([^"]*)"', body, flags=re.M)
    total += len(claims)
    known = facts.pop(spec.stem, {})
    if set(claims) != set(known) or any("NOT" in f for f in known.values()):
        print("claims differ:", spec.name, set(claims) ^ set(known), [f for f in known.values() if "NOT" in f])
        bad += 1
        continue
    head = "".join(f"// false: {c}: {known[c]}\n" for c in claims)
    if "--write" in sys.argv:
        spec.write_text(head + body)
    elif not text.startswith(head + body[:1]):
        print("head differs:", spec.name)
        bad += 1
for file in facts:
    print("no spec for", file)
    bad += 1
print(f"{len(specs)} specs, {total} claims, {bad} differences")
sys.exit(bad != 0)
