//! Ways of writing rules that theorems speak of, and near misses.
