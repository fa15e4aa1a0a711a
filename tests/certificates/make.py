#!/usr/bin/env python3
"""Writes the certificates of this folder: lost positions by search, automata by residual learning.

Usage: python3 make.py [NAME...]. Shares no code with gspec. A guess that is wrong is found by `gspec verify`.
"""
import json, random, sys
from itertools import product
from functools import lru_cache

class System:
    def __init__(self, recurrence, start, length=40):
        self.recurrence, self.start = recurrence, start
        self.u = list(start)
        while len(self.u) < length + 4:
            self.u.append(sum(c * self.u[-1 - i] for i, c in enumerate(recurrence)))
        self.digits = max(-(-y // x) for x, y in zip(self.u, self.u[1:]))
        self.longest = self.u
    def value(self, word):
        n = len(word)
        return sum(d * self.u[n - 1 - i] for i, d in enumerate(word))
    def greedy(self, word):
        n, total = len(word), 0
        for i, d in enumerate(reversed(word)):
            total += d * self.u[i]
            if total >= self.u[i + 1]:
                return False
        return True

    def random(self, chance, n):
        return padded(self, chance.randrange(self.u[n]), n)

class Automaton:
    def __init__(self, start, accepting, next, letters):
        self.start, self.accepting, self.next, self.letters = start, set(accepting), next, letters
    def run(self, words):
        state = self.start
        for letter in zip(*words):
            state = self.next[state][sum(d * self.letters ** i for i, d in enumerate(letter))]
        return state in self.accepting

def learn(system, tracks, truth, ahead, most=400, longer=0):
    """Words with equal answers for all suffixes up to a length are one state. truth reads a tuple of naturals."""
    d = system.digits
    letters = [tuple(i // d ** t % d for t in range(tracks)) for i in range(d ** tracks)]
    greedy = [s for n in range(ahead + 1) for s in product(range(d), repeat=n) if system.greedy(s)]
    suffixes = [tuple(sum(x * d ** i for i, x in enumerate(column)) for column in zip(*words))
                for n in range(ahead + 1) for words in product([s for s in greedy if len(s) == n], repeat=tracks)]
    # Some longer ones at random tell apart what short ones do not.
    chance = random.Random(1)
    for _ in range(longer):
        n = chance.randrange(ahead + 1, ahead + 7)
        words = [system.random(chance, n) for _ in range(tracks)]
        suffixes.append(tuple(sum(x * d ** i for i, x in enumerate(column)) for column in zip(*words)))
    def at(word):
        words = [[letters[i][t] for i in word] for t in range(tracks)]
        if not all(system.greedy(w) for w in words):
            return False
        return truth(tuple(system.value(w) for w in words))
    def alive(word):
        # A word that is not greedy for any suffix is dead; the suffix 0^5 is the most lenient one.
        return all(system.greedy([letters[i][t] for i in word] + [0] * 5) for t in range(tracks))
    def signature(word):
        return tuple(at(word + s) for s in suffixes) if alive(word) else (False,) * len(suffixes)
    start = signature(())
    names, words, rows = {start: 0}, [()], []
    accepting = [0] if start[0] else []
    while len(rows) < len(words):
        row = []
        for letter in range(d ** tracks):
            word = words[len(rows)] + (letter,)
            s = signature(word)
            if s not in names:
                names[s] = len(words)
                if s[0]: accepting.append(len(words))
                words.append(word)
                assert len(words) < most, "too many states"
            row.append(names[s])
        rows.append(row)
    longest = max(map(len, words)) + 1 + ahead
    return Automaton(0, accepting, rows, d), longest

def evaluate(f, env):
    (kind, arg), = f.items()
    lin = lambda l: sum(c * env.get(n, 1) for n, c in l.items())
    if kind == "and": return all(evaluate(g, env) for g in arg)
    if kind == "or": return any(evaluate(g, env) for g in arg)
    if kind == "not": return not evaluate(arg, env)
    if kind == "ge": return lin(arg) >= 0
    if kind == "eq": return lin(arg) == 0
    return lin(arg[1]) % arg[0] == 0

NEVER = {"or": []}
def lin(**k): return {("" if n == "c" else n): v for n, v in k.items()}
def ge(**k): return {"ge": lin(**k)}
def minus(field, dx): return {field: 1, **({"k": -dx} if dx else {})}

def line(name, fields, vector, most=None, least=1, step=None):
    """Multiples k of a vector."""
    guard = [ge(k=1, c=-least)]
    if most: guard.append(ge(k=-1, c=most))
    if step: guard.append({"divides": [step[0], lin(k=1, c=-step[1])]})
    guard += [{"ge": minus(f, dx)} for f, dx in zip(fields, vector) if dx]
    move = {"name": name, "binders": ["k"], "guard": {"and": guard},
            "to": [minus(f, dx) for f, dx in zip(fields, vector)]}
    ks = lambda n: [k for k in range(least, (most or n) + 1) if not step or k % step[0] == step[1]]
    return move, [vector], ks

def jump(name, fields, vector):
    move = {"name": name, "binders": [],
            "guard": {"and": [{"ge": {f: 1, "": -dx}} for f, dx in zip(fields, vector) if dx > 0]},
            "to": [{f: 1, **({"": -dx} if dx else {})} for f, dx in zip(fields, vector)]}
    return move, [vector], lambda n: [1]

def search(bound, lines, dims, misere, won, lost, fields):
    """The lost positions of a box: in order of the sum, each not yet marked is lost and marks what leads to it."""
    marked, stuck_wins, found = set(), misere, set()
    for p in sorted(product(range(bound), repeat=dims), key=sum):
        env = dict(zip(fields, p))
        if evaluate(won, env): continue
        if not evaluate(lost, env):
            if p in marked: continue
            if misere and not any(all(x >= k * d for x, d in zip(p, v)) for _, vs, ks in lines for v in vs for k in ks(bound)[:1]):
                continue
        found.add(p)
        for _, vs, ks in lines:
            for v in vs:
                for k in ks(bound):
                    q = tuple(x + k * d for x, d in zip(p, v))
                    if max(q) >= bound: break
                    marked.add(q)
    return found

def certify(name, system, lines, fields="ab", misere=False, won=NEVER, lost=NEVER, bound=400, ahead=3, answer_ahead=3, measure=None, table=None, longer=1500):
    fields = list(fields)
    s = System(*system)
    if table is None:
        found = search(bound, lines, len(fields), misere, won, lost, fields)
        table = lambda p: p in found
    seen = [0]
    def truth(p):
        seen[0] = max(seen[0], *p)
        assert seen[0] < bound, f"{name}: the table is too small, {seen[0]}"
        return table(p)
    moves = [m[0] for m in lines]
    a, _ = learn(s, len(fields), truth, ahead)
    words = lru_cache(None)(lambda n: greedy(s, n))
    def member(p):
        ws = [words(x) for x in p]
        n = max(map(len, ws))
        return a.run([[0] * (n - len(w)) + w for w in ws])
    answers = []
    for m in moves:
        names = fields + m["binders"]
        def winning(p):
            env = dict(zip(names, p))
            if not evaluate(m["guard"], env): return False
            if evaluate(won, env) or evaluate(lost, env): return False
            return member(tuple(sum(c * env.get(n, 1) for n, c in l.items()) for l in m["to"]))
        b, _ = learn(s, len(names), winning, answer_ahead, longer=longer)
        answers.append(automaton(b, names))
    cert = {"gspec certificate": 1, "game": name, "convention": "misere" if misere else "normal", "fields": fields,
            "moves": moves, "won": won, "lost": lost, "measure": measure or [{f: 1 for f in fields}],
            "system": {"recurrence": system[0], "start": system[1], "digits": s.digits, "words": greedy_words(s)}, "set": automaton(a, fields), "answers": answers}
    return cert

def greedy_words(s):
    return automaton(learn(s, 1, lambda p: True, 3)[0], ["n"])

def padded(s, x, n):
    w = greedy(s, x)
    return [0] * (n - len(w)) + w

def greedy(s, n):
    if n == 0: return []
    i = max(i for i in range(len(s.u)) if s.u[i] <= n)
    word = []
    for j in range(i, -1, -1):
        word.append(n // s.u[j]); n %= s.u[j]
    return word

def automaton(a, tracks):
    return {"tracks": tracks, "start": a.start, "accepting": sorted(a.accepting), "next": a.next}

def nim(fields):
    unit = lambda i: tuple(int(i == j) for j in range(len(fields)))
    return [line(f"take_{f}", fields, unit(i)) for i, f in enumerate(fields)]

ZECK, TWO, PELL = ([1, 1], [1, 2]), ([2], [1]), ([2, 1], [1, 3])
AB = list("ab")
DIAGONAL = line("both", AB, (1, 1))
WYTHOFF = nim(AB) + [DIAGONAL]
def sum_at_most(n): return ge(a=-1, b=-1, c=n)

def fibonacci_nim(bound):
    lost = {}
    for n in range(bound):
        # won with cap c iff some k <= min(n, c) leads to a lost position (n - k, 2k)
        first = next((k for k in range(1, n + 1) if lost_at(lost, n - k, 2 * k)), None)
        lost[n] = first  # won exactly where c >= first
    return lambda p: lost_at(lost, *p)
def lost_at(first, n, c): return first[n] is None or c < first[n]

def wide(name, extra):
    # k from one heap, k + 1 from the other
    guard = [ge(k=1, c=-1)] + [{"ge": {f: 1, "k": -1, "": -e}} for f, e in zip("ab", extra)]
    move = {"name": name, "binders": ["k"], "guard": {"and": guard},
            "to": [{f: 1, "k": -1, **({"": -e} if e else {})} for f, e in zip("ab", extra)]}
    return move, [(k + extra[0], k + extra[1]) for k in range(1, 2000)], lambda n: [1]


GAMES = {
 "subtraction-123": lambda n: certify(n, ([2], [1]), [line("take", ["n"], (1,), most=3)], "n"),
 "subtraction-14-base5": lambda n: certify(n, ([5], [1]), [jump("one", ["n"], (1,)), jump("four", ["n"], (4,))], "n", bound=20000, ahead=2),
 "misere-subtraction-12-base3": lambda n: certify(n, ([3], [1]), [line("take", ["n"], (1,), most=2)], "n", misere=True, bound=20000, ahead=2),
 "nim": lambda n: certify(n, TWO, nim(AB), ahead=2),
 "misere-nim": lambda n: certify(n, TWO, nim(AB), misere=True, ahead=3),
 "nim-three": lambda n: certify(n, TWO, nim(list("abc")), "abc", bound=34, ahead=2, answer_ahead=2),
 "king": lambda n: certify(n, TWO, [jump("a", AB, (1, 0)), jump("b", AB, (0, 1)), jump("ab", AB, (1, 1))]),
 "knight": lambda n: certify(n, TWO, [jump("long_a", AB, (2, 1)), jump("long_b", AB, (1, 2)), ]),
 "knights-four": lambda n: certify(n, TWO, [jump("aab", AB, (2, 1)), jump("abb", AB, (1, 2)), jump("back_b", AB, (2, -1)), jump("back_a", AB, (-1, 2))], ahead=4, answer_ahead=3),
 "capped-nim": lambda n: certify(n, TWO, [line("a", AB, (1, 0), most=3), line("b", AB, (0, 1), most=3)]),
 "rook-diagonal-1": lambda n: certify(n, TWO, nim(AB) + [line("both", AB, (1, 1), most=1)], ahead=4, bound=520),
 "wythoff": lambda n: certify(n, ZECK, WYTHOFF, ahead=5, bound=700),
 "misere-wythoff": lambda n: certify(n, ZECK, WYTHOFF, misere=True, ahead=6, bound=1200),
 "wythoff-ends-1": lambda n: certify(n, ZECK, WYTHOFF, lost=sum_at_most(1), ahead=8, bound=1700),
 "wythoff-won-at-zero": lambda n: certify(n, ZECK, WYTHOFF, won=sum_at_most(0), ahead=6, bound=1200),
 "nim-odd": lambda n: certify(n, TWO, [line("a", AB, (1, 0), step=(2, 1)), line("b", AB, (0, 1), step=(2, 1))]),
 "nim-ends-corner": lambda n: certify(n, TWO, nim(AB), lost={"and": [ge(a=-1, c=1), ge(b=-1, c=1)]}, ahead=3),
 "wide-wythoff-2": lambda n: certify(n, PELL, nim(AB) + [DIAGONAL, wide("more_a", (1, 0)), wide("more_b", (0, 1))], ahead=4, bound=1200, answer_ahead=3),
 "fibonacci-nim": lambda n: certify(n, ZECK, [({"name": "take", "binders": ["k"], "guard": {"and": [ge(k=1, c=-1), ge(n=1, k=-1), ge(c_=1, k=-1)]}, "to": [lin(n=1, k=-1), lin(k=2)]}, [], None)], ["n", "c_"], measure=[{"n": 1}], table=fibonacci_nim(2000), bound=2000, ahead=5, answer_ahead=4),
 "nim-tribonacci": lambda n: certify(n, ([1, 1, 1], [1, 2, 4]), nim(AB), ahead=4, bound=3000, table=lambda p: p[0] == p[1], longer=300),
 "nim-three-minus-one": lambda n: certify(n, ([3, -1], [1, 3]), nim(AB), ahead=3, bound=30000, table=lambda p: p[0] == p[1], longer=300),
 "nim-pell": lambda n: certify(n, PELL, nim(AB), ahead=3, bound=3000, table=lambda p: p[0] == p[1], answer_ahead=2, longer=300),
 "take-one-quadratic": lambda n: certify(n, ([3, 1], [1, 3]), [line("take", ["n"], (1,), most=1)], "n", ahead=3, bound=10**6, table=lambda p: p[0] % 2 == 0, answer_ahead=2),
 "misere-king": lambda n: certify(n, TWO, [jump("a", AB, (1, 0)), jump("b", AB, (0, 1)), jump("ab", AB, (1, 1))], misere=True),
 "subtraction-25-base7": lambda n: certify(n, ([7], [1]), [jump("two", ["n"], (2,)), jump("five", ["n"], (5,))], "n", bound=10**6, table=lambda p: p[0] % 7 in (0, 1, 4), ahead=2),
 "won-at-three": lambda n: certify(n, TWO, [line("take", ["n"], (1,), most=3)], "n", won={"eq": {"n": 1, "": -3}}, ahead=3, bound=3000),
 "nim-base10": lambda n: certify(n, ([10], [1]), [line("take", ["n"], (1,), most=4)], "n", ahead=2, bound=10**6, table=lambda p: p[0] % 5 == 0, answer_ahead=1),
}
if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        cert = GAMES[name](name)
        text = json.dumps(cert, separators=(",", ":"))
        open(f"{name}.json", "w").write(text + "\n")
        print(name, "states", len(cert["set"]["next"]), [len(x["next"]) for x in cert["answers"]], len(text), flush=True)
