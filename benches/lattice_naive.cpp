// What a user would write for two lattice games, by the definition. Build: g++ -O3 -march=native -std=c++17
// Prints the checksum of all values: sum over positions (row-major) of value * (index mod 1000003 + 1), mod 2^64.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
using namespace std;
using u64 = uint64_t;
using u32 = uint32_t;
using u16 = uint16_t;

// Wythoff's game with two more moves: (2, 1) and (1, 2). The program wythoff-table of baselines.cpp with two lines more.
static u64 queen_knight(long n) {
  vector<vector<u16>> g(n, vector<u16>(n));
  vector<u32> mark(4 * n + 4, ~0u);
  u32 stamp = 0;
  u64 s = 0;
  for (long a = 0; a < n; a++)
    for (long b = 0; b < n; b++, stamp++) {
      for (long k = 1; k <= a; k++) mark[g[a - k][b]] = stamp;
      for (long k = 1; k <= b; k++) mark[g[a][b - k]] = stamp;
      for (long k = 1; k <= min(a, b); k++) mark[g[a - k][b - k]] = stamp;
      if (a >= 2 && b >= 1) mark[g[a - 2][b - 1]] = stamp;
      if (a >= 1 && b >= 2) mark[g[a - 1][b - 2]] = stamp;
      u16 v = 0;
      while (mark[v] == stamp) v++;
      g[a][b] = v;
      s += u64(v) * ((a * n + b) % 1000003 + 1);
    }
  return s;
}

// Three heaps: take any number from one, or the same number from any two.
static u64 three_heaps(long n) {
  vector<u16> g(n * n * n);
  vector<u32> mark(6 * n + 6, ~0u);
  u32 stamp = 0;
  u64 s = 0;
  auto at = [&](long a, long b, long c) -> u16& { return g[(a * n + b) * n + c]; };
  for (long a = 0; a < n; a++)
    for (long b = 0; b < n; b++)
      for (long c = 0; c < n; c++, stamp++) {
        for (long k = 1; k <= a; k++) mark[at(a - k, b, c)] = stamp;
        for (long k = 1; k <= b; k++) mark[at(a, b - k, c)] = stamp;
        for (long k = 1; k <= c; k++) mark[at(a, b, c - k)] = stamp;
        for (long k = 1; k <= min(a, b); k++) mark[at(a - k, b - k, c)] = stamp;
        for (long k = 1; k <= min(a, c); k++) mark[at(a - k, b, c - k)] = stamp;
        for (long k = 1; k <= min(b, c); k++) mark[at(a, b - k, c - k)] = stamp;
        u16 v = 0;
        while (mark[v] == stamp) v++;
        at(a, b, c) = v;
        s += u64(v) * (((a * n + b) * n + c) % 1000003 + 1);
      }
  return s;
}

int main(int argc, char** argv) {
  string what = argc > 2 ? argv[1] : "";
  if (what == "queen-knight") printf("%llu\n", (unsigned long long)queen_knight(atol(argv[2])));
  else if (what == "three-heaps") printf("%llu\n", (unsigned long long)three_heaps(atol(argv[2])));
  else return 2;
}
