#!/bin/sh
# Builds and runs the fact programs, writes facts.tsv, and compares it with the heads of ../false/*.game.
cd "$(dirname "$0")" || exit 1
g++ -O2 -std=c++20 -o facts facts.cpp && { ./facts && python3 facts.py; } > facts.tsv && python3 compare.py "$@"
