"""Facts about the claims of ../false that need large numbers or an argument: file, claim, fact (tab-separated).

Nothing here is taken from gspec. A few seconds.
"""
from fractions import Fraction
from math import gcd, isqrt


def say(file, claim, fact):
    print(file, claim, fact, sep="\t")


# --- the least denominator of a fraction between a rational and a quadratic irrational ---------------------------

def cmp_root(x, a, b, c, s):
    """Sign of x - (a + b * sqrt(s)) / c for a fraction x, with b, c > 0 (exact)."""
    left = x * c - a
    if left <= 0:
        return -1
    square = left * left - b * b * s
    return (square > 0) - (square < 0)


def simplest(inside, below):
    """The fraction of least denominator (and numerator) in an interval: Stern-Brocot search with doubling steps."""
    lo, hi = (0, 1), (1, 0)
    while True:
        mid = (lo[0] + hi[0], lo[1] + hi[1])
        m = Fraction(*mid)
        if inside(m):
            return m
        if below(m):  # go right: lo = lo + k * hi, as far as it stays below
            k = 1
            while below(Fraction(lo[0] + 2 * k * hi[0], lo[1] + 2 * k * hi[1])):
                k *= 2
            lo = (lo[0] + k * hi[0], lo[1] + k * hi[1])
        else:
            k = 1
            while True:
                x = Fraction(hi[0] + 2 * k * lo[0], hi[1] + 2 * k * lo[1])
                if below(x) or inside(x):
                    break
                k *= 2
            hi = (hi[0] + k * lo[0], hi[1] + k * lo[1])


def first_floor_difference(r, a, b, c, s):
    """Least d with floor(d * r) != floor(d * alpha), alpha = (a + b sqrt s) / c irrational: an integer m lies between, so m / d does."""
    side = cmp_root(r, a, b, c, s)
    if side < 0:    # r < m/d < alpha  (m/d <= r would not part them)
        f = simplest(lambda x: x > r and cmp_root(x, a, b, c, s) < 0, lambda x: x <= r)
    else:           # alpha < m/d <= r
        f = simplest(lambda x: cmp_root(x, a, b, c, s) > 0 and x <= r, lambda x: cmp_root(x, a, b, c, s) < 0)
    return f.denominator


def floor_root(d, a, b, c, s):
    return (a * d + isqrt(b * b * s * d * d)) // c


PHI = (1, 1, 2, 5)
ROOT2 = (0, 1, 1, 2)


def check_slowly(r, irr, limit):
    """The least d by trying all, to test the search above."""
    for d in range(limit):
        if d * r.numerator // r.denominator != floor_root(d, *irr):
            return d
    return None


for fraction, irr in [(Fraction(987, 610), PHI), (Fraction(1597, 987), PHI), (Fraction(1618, 1000), PHI), (Fraction(161803, 100000), PHI),
                      (Fraction(577, 408), ROOT2), (Fraction(141421356, 10**8), ROOT2), (Fraction(665857, 470832), ROOT2),
                      (Fraction(14142135623, 10**10), ROOT2), (Fraction(55, 34), PHI)]:
    assert check_slowly(fraction, irr, 500000) == first_floor_difference(fraction, *irr), fraction


def wythoff(file, claim, r):
    """True losing pairs: (floor(phi d), floor(phi d) + d). The claimed and the true pair differ first at d; the one with the lesser maximum fails first."""
    d = first_floor_difference(r, *PHI)
    a = min(floor_root(d, *PHI), d * r.numerator // r.denominator)
    say(file, claim, f"first fails at a = {a}, b = {a + d} (difference {d})")


wythoff("wythoff_987_610", "a fraction below", Fraction(987, 610))
wythoff("wythoff_987_610", "a fraction above", Fraction(1597, 987))
wythoff("wythoff_27_digits", "27 digits", Fraction(1618033988749894848204586834, 10**27))
wythoff("wythoff_two_digits", "1.61803", Fraction(161803, 100000))

# Holladay, a = 2: losing pairs (floor(sqrt 2 e), floor(sqrt 2 e) + 2 e); the brute force of facts.cpp confirms 577/408.
e = first_floor_difference(Fraction(141421356, 10**8), *ROOT2)
a = min(floor_root(e, *ROOT2), 141421356 * e // 10**8)
say("wythoff_wide_fraction", "1.41421356", f"first fails at a = {a}, b = {a + 2 * e}")

# Grossman's Euclid loses below the golden ratio: the claim errs for ratios x with phi < x < 28657/17711.
r = Fraction(28657, 17711)
x = simplest(lambda y: cmp_root(y, *PHI) > 0 and y < r, lambda y: cmp_root(y, *PHI) < 0)
say("euclid_rational", "28657/17711", f"first fails at a = {x.denominator}, b = {x.numerator}")

# --- linear arithmetic ----------------------------------------------------------------------------------------

n = next(n for n in range(1009 * 1013) if n % 1009 == 1008 and n % 1013 == 7)
say("number_linear", "two residues", f"first fails at n = {n}")
can = [False] * 3000
for i in range(0, 3000, 37):
    for j in range(i, 3000, 41):
        can[j] = True
say("number_linear", "coins", f"first fails at n = {next(n for n in range(1431, 3000) if not can[n])}")
ms = [m for m in range(3 * 101 * 97) if m % 101 in (0, 50) and m % 97 == 3]
gaps = [(b - a, a + 1) for a, b in zip(ms, ms[1:])]
fails = [n for n in range(2 * 101 * 97) if not any(n <= m <= n + 4899 for m in ms)]
say("number_linear_nested", "never far", f"first fails at n = {fails[0]} (largest gap {max(gaps)[0]})" if fails else "NOT FOUND")
say("number_linear_nested", "covered", "first fails at n = %d" % next(
    n for n in range(10**6) if not (n % 2 == 0 or n % 3 == 0 or n % 4 == 1 or n % 6 == 5 or (n % 12 == 7 and n % 1201 != 500))))
say("number_big_machine_words", "no bits beyond 63", f"first fails at n = {2**64}")
say("number_big_machine_words", "signed", f"first fails at n = {2**62 - 1}")
say("number_big_machine_words", "one number", f"first fails at n = {10**12 + 39}")

# --- number theory --------------------------------------------------------------------------------------------

say("number_root_two", "a convergent", f"first fails at n = {first_floor_difference(Fraction(665857, 470832), *ROOT2)}")
say("number_root_two", "ten decimals", f"first fails at n = {first_floor_difference(Fraction(14142135623, 10**10), *ROOT2)}")


def pell(D):
    """Least n > 0 with D n^2 + 1 a square, by the continued fraction of sqrt D (norms +1 and -1 only from convergents)."""
    m, d, a0 = 0, 1, isqrt(D)
    a, h, h1, k, k1 = a0, a0, 1, 1, 0
    while h * h - D * k * k != 1:
        m = d * a - m
        d = (D - m * m) // d
        a = (a0 + m) // d
        h, h1, k, k1 = a * h + h1, h, a * k + k1, k
    return k


p61, p991 = pell(61), pell(991)
assert isqrt(61 * p61**2 + 1)**2 == 61 * p61**2 + 1 and isqrt(991 * p991**2 + 1)**2 == 991 * p991**2 + 1
assert p61 % 3 == 0 and p61 % 4 != 1  # losing for {1, 2}, but not 1 mod 4
say("premise_pell", "Pell", f"first fails at n = {p61}")
say("premise_pell", "Pell 991", f"first fails at n = {p991}")

squares = next(n for n in range(10**6) if n % 8 == 1 and n % 3 == 1 and n % 5 in (1, 4) and n % 7 in (1, 2, 4) and n % 11 in (1, 3, 4, 5, 9)
               and n % 13 in (1, 3, 4, 9, 10, 12) and isqrt(n)**2 != n)
say("number_pseudosquare", "squares by residues", f"first fails at n = {squares}")


def prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61):
        if n % p == 0:
            return n == p
    s, t = 0, n - 1
    while t % 2 == 0:
        s, t = s + 1, t // 2
    for w in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61):
        x = pow(w, t, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


say("number_euler_primes", "forty-one", "first fails at n = %d" % next(n for n in range(100) if not prime(n * n + n + 41)))
say("number_euler_primes", "1601", "first fails at n = %d" % next(n for n in range(200) if not prime(n * n - 79 * n + 1601)))


def common_root(power, add):
    """Least n with gcd(n^power + add, (n+1)^power + add) > 1. The resultant R of the two polynomials has every common prime factor; R is a prime
    p up to a factor whose primes are tried one by one, so n is the one root modulo p of the gcd of the polynomials modulo p."""
    # resultant of x^power + add and (x+1)^power + add by the determinant of the Sylvester matrix over the rationals (fraction-free)
    from math import comb
    f = [1] + [0] * (power - 1) + [add]
    g = [comb(power, i) for i in range(power)] + [1 + add]
    size = 2 * power
    rows = [[0] * i + f + [0] * (power - 1 - i) for i in range(power)] + [[0] * i + g + [0] * (power - 1 - i) for i in range(power)]
    det, previous = 1, 1
    for k in range(size - 1):
        if rows[k][k] == 0:
            swap = next(i for i in range(k + 1, size) if rows[i][k])
            rows[k], rows[swap] = rows[swap], rows[k]
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // previous
        previous = rows[k][k]
    resultant = abs(rows[-1][-1])
    rest, small = resultant, []
    for q in range(2, 10**6):
        while rest % q == 0:
            small.append(q)
            rest //= q
    assert rest == 1 or prime(rest)
    best = None
    for p in set(small) | ({rest} - {1}):
        u, v = [c % p for c in f], [c % p for c in g]
        while any(v):
            while v and v[0] == 0:
                v = v[1:]
            inverse = pow(v[0], -1, p)
            while len(u) >= len(v):
                c = u[0] * inverse % p
                u = [(x - c * y) % p for x, y in zip(u, v + [0] * (len(u) - len(v)))][1:]
            u, v = v, u or [0]
        while u and u[0] == 0:
            u = u[1:]
        if len(u) == 2:
            root = -u[1] * pow(u[0], -1, p) % p
            best = root if best is None else min(best, root)
        assert len(u) <= 2
    assert gcd(best**power + add, (best + 1)**power + add) > 1
    return best


root = common_root(5, -5)
assert all(gcd(n**5 - 5, (n + 1)**5 - 5) == 1 for n in range(root))
say("number_gcd", "fifth powers", f"first fails at n = {root}")
say("number_gcd", "seventeenth powers", f"first fails at n = {common_root(17, 9)}")

fifth = {}
found = None
for e in range(1, 145):  # a <= b <= c <= d, all positive; a + b from a table
    target = e**5
    for c in range(1, e):
        for d in range(c, e):
            rest = target - c**5 - d**5
            if rest in fifth:
                for (i, j) in fifth[rest]:
                    if j <= c:
                        found = min(found or (i, j, c, d), (i, j, c, d))
    if found:
        say("number_lander_parkin", "Euler", f"first fails at a = {found[0]}, b = {found[1]}, c = {found[2]}, d = {found[3]}, e = {e}")
        break
    for i in range(1, e + 1):
        fifth.setdefault(i**5 + e**5, []).append((i, e))

mordell = [(n, m) for m in range(0, 6000) for n in [isqrt(m**3 + 17)] if n * n == m**3 + 17 and n >= 400]
say("premise_fibonacci_squares", "Mordell", f"first fails at n = {mordell[0][0]}, m = {mordell[0][1]}")

# --- claims without a least counterexample --------------------------------------------------------------------

say("number_witness", "root of two", "no witness: 2 n^2 has an odd exponent of two")
say("number_witness", "four cubes", "no witness: the exponent of 3 in n^3 is a multiple of three, in 9 m^3 it is not")
say("number_witness", "three mod four", "no witness: a square is 0 or 1 mod 4")


def octal(digits, top):
    g = []
    for n in range(top + 1):
        seen = set()
        for i, d in enumerate(digits):
            m = n - i
            if m < 0:
                continue
            if d & 1 and m == 0 and i:
                seen.add(0)
            if d & 2 and m > 0 and i:
                seen.add(g[m])
            if d & 4:
                seen.update(g[a] ^ g[m - a] for a in range(1, m // 2 + 1))
        v = 0
        while v in seen:
            v += 1
        g.append(v)
    return g


kayles = octal([0, 7, 7], 400)
assert all(kayles[n] == kayles[n + 12] for n in range(71, 2 * 71 + 12 + 2 + 1))  # Guy and Smith
assert [n for n in range(1, 160) if kayles[n] == 0] == [] and [n for n in range(71, 83) if kayles[n] == 8] != []
say("nested_kayles_losing", "a losing row", "no witness: the values repeat every 12 from 71, and none of 1..82 is 0")
say("nested_kayles_losing", "a last eight", "no witness: the values repeat every 12 from 71, and %d in 71..82 has the value 8" % next(n for n in range(71, 83) if kayles[n] == 8))
say("nested_bound_on_values", "a bound", "no witness: all but {1..4} has the value n div 5")
say("nested_bound_on_values", "another", "no witness: a heap of 2 k has the value k")
four = []
for n in range(200):
    s = {four[n - k] for k in range(5, n + 1)}
    v = 0
    while v in s:
        v += 1
    four.append(v)
assert four == [n // 5 for n in range(200)]
half = []
for n in range(200):
    s = {half[n - k] for k in range(1, n // 2 + 1)}
    v = 0
    while v in s:
        v += 1
    half.append(v)
assert all(half[2 * k] == k for k in range(100))

# --- huge amounts and periods: below the amount the game is one with small amounts, whose values are known -------

say("huge_amounts", "parity", f"first fails at n = {2**40} (the options 2^40 - 1 and 0 have the values 1 and 0, so the value is 2)")
say("huge_amounts", "residues", f"first fails at n = {10**12} (the options have the values 3, 2, 1 and 0)")
say("huge_amounts", "period", f"first fails at n = {10**12 - 4} (0 and 4)")
say("huge_forbidden", "Nim", f"first fails at n = {10**12} (no option is 0, so the value is 0)")
say("induction_huge_amount", "residues", f"first fails at n = {3 * 2**40} (the options have the values 1, 2 and 0)")
say("induction_huge_amount", "losing", f"first fails at n = {3 * 2**40}")
pattern = [0, 1, 0, 1, 2, 3, 2]
say("huge_period", "every million million", "first fails at n = %d" % next(n for n in range(99) if pattern[n % 7] != pattern[(n + 10**12) % 7]))
say("huge_period", "far out", "first fails at n = %d" % next(
    n for n in range(10**9, 10**9 + 99) if pattern[n % 7] != pattern[(n + 7 * 10**12 + 3) % 7]))
say("partial_index", "list too short", "no value at n = 3000, index outside; it holds before")
say("partial_index", "six of seven", "no value at n = 6, index outside; it holds before")
say("partial_arguments", "below nought", "no value at n = 0, no position")
say("partial_arguments", "guarded, not enough", "no value at n = 299, no position; it holds before")
say("partial_arguments", "divided by nought", "no value at n = 450, division by 0; it holds before")
say("signed_differences", "never far below", "first fails at a = 0, b = 601")
say("signed_differences", "floors", "first fails at a = 0, b = 701")
say("signed_differences", "signs", "first fails at a = 0, b = %d" % next(
    b for b in range(500, 600) if (0 - b) % 3 != b % 3))
say("alternating", "a last losing heap", "no witness: 28 (m + 1) is losing in both")
say("alternating", "one for all", "no witness: the values 3 occur together only at 19 mod 28, so d is a multiple of 28")
