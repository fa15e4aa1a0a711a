// What a user would write by hand for the games of the dense engine: arrays, by the definition.
// Build: g++ -O3 -march=native -std=c++17 dense.cpp -o dense
// Each prints the checksum of `gspec table --format summary` (the sum of value * (index mod 1000003 + 1), mod 2^64), and the
// last value.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
using namespace std;
using u64 = uint64_t;

// Five small fields with odd guards, values of all components with fields below n.
static void strange(int n) {
  vector<uint8_t> g(size_t(n) * n * n * n * n);
  auto at = [&](int a, int b, int c, int d, int e) -> uint8_t& {
    return g[(((size_t(a) * n + b) * n + c) * n + d) * n + e];
  };
  u64 s = 0, index = 0;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
          for (int e = 0; e < n; e++) {
            u64 seen = 0;
            for (int k = 1; k <= min(a, 3); k++)
              if ((b + k) % 3 != 1) seen |= 1ull << at(a - k, b, c, d, e);
            for (int k = 1; k <= min(b, 3); k++)
              if (c > d || (k + e) % 2 == 0) seen |= 1ull << at(a, b - k, c, d, e);
            if (a + b > c)
              for (int k = 1; k <= min(c, 2); k++) seen |= 1ull << at(a, b, c - k, min(d + 1, n - 1), e);
            for (int k = 1; k <= min(d, e); k++)
              if (k * k <= c + 1) seen |= 1ull << at(a, b, c, d - k, e - k);
            if (e > 0 && (a ^ b) % 2 == d % 2) seen |= 1ull << at(a, b, c, d, e / 2);
            uint8_t v = __builtin_ctzll(~seen);
            at(a, b, c, d, e) = v;
            s += u64(v) * (index++ % 1000003 + 1);
          }
  printf("%llu %d\n", (unsigned long long)s, int(g.back()));
}

// Linked heaps: k from one and at most k from another; outcomes on n by n by m heaps.
static void linked(int n, int m) {
  vector<uint8_t> win(size_t(n) * n * m);
  auto at = [&](int a, int b, int c) -> uint8_t& { return win[(size_t(a) * n + b) * m + c]; };
  u64 s = 0, index = 0;
  auto wins = [&](int a, int b, int c) {
    for (int k = 1; k <= a; k++)
      for (int j = 0; j <= min(k, b); j++) if (!at(a - k, b - j, c)) return true;
    for (int k = 1; k <= a; k++)
      for (int j = 0; j <= min(k, c); j++) if (!at(a - k, b, c - j)) return true;
    for (int k = 1; k <= b; k++)
      for (int j = 0; j <= min(k, a); j++) if (!at(a - j, b - k, c)) return true;
    for (int k = 1; k <= b; k++)
      for (int j = 0; j <= min(k, c); j++) if (!at(a, b - k, c - j)) return true;
    for (int k = 1; k <= c; k++)
      for (int j = 0; j <= min(k, a); j++) if (!at(a - j, b, c - k)) return true;
    for (int k = 1; k <= c; k++)
      for (int j = 0; j <= min(k, b); j++) if (!at(a, b - j, c - k)) return true;
    return false;
  };
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < m; c++) {
        bool w = wins(a, b, c);
        at(a, b, c) = w;
        s += u64(w) * (index++ % 1000003 + 1);
      }
  printf("%llu %d\n", (unsigned long long)s, int(win.back()));
}

int main(int argc, char** argv) {
  string what = argc > 1 ? argv[1] : "";
  if (what == "strange" && argc > 2) strange(atoi(argv[2]));
  else if (what == "linked" && argc > 3) linked(atoi(argv[2]), atoi(argv[3]));
  else {
    fprintf(stderr, "dense strange N | linked N M\n");
    return 2;
  }
}
