//! The functions that the language defines: builtins on values, aggregates, and questions about
//! positions.

macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $spelling:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $spelling] $variant,)* }

        impl $name {
            /// All variants, in the order of their declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The spelling in a spec; blanks at its end only distinguish it from another variant.
            pub fn spelling(self) -> &'static str {
                match self { $($name::$variant => $spelling,)* }
            }

            /// The variant with the spelling `name`; `None` if there is none.
            pub fn find(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|it| it.spelling() == name)
            }
        }
    };
}

spelled! {
    /// Functions of values, such as `gcd(12, 18)` and `neighbours(G, v)`.
    Builtin {
        Abs = "abs",
        Gcd = "gcd",
        Lcm = "lcm",
        Isqrt = "isqrt",
        Sqrt = "sqrt",
        Floor = "floor",
        Ceil = "ceil",
        Even = "even",
        Odd = "odd",
        IsPrime = "is_prime",
        Divisors = "divisors",
        PrimeFactors = "prime_factors",
        Omega = "omega",
        Bigomega = "bigomega",
        IsFib = "is_fib",
        IsSquare = "is_square",
        Popcount = "popcount",
        Digits = "digits",
        Zeckendorf = "zeckendorf",
        Valuation = "valuation",
        Len = "len",
        Indices = "indices",
        Sorted = "sorted",
        Reverse = "reverse",
        Subsets = "subsets",
        Product = "product",
        Contains = "contains",
        Vertices = "vertices",
        Edges = "edges",
        Out = "out",
        Neighbours = "neighbours",
        Degree = "degree",
        Components = "components",
        Reachable = "reachable",
        Path = "path",
        Children = "children",
        Parent = "parent",
        Subtree = "subtree",
        Distance = "distance",
        Subgraph = "subgraph",
        Grid = "grid",
        KingGrid = "king_grid",
        Cycle = "cycle",
        Complete = "complete",
        CompleteBipartite = "complete_bipartite",
        Hypercube = "hypercube",
        Petersen = "petersen",
        // A spec cannot contain a spelling that ends in a blank: the checker chooses these builtins.
        /// The graph that is a path: `path` of one argument.
        PathGraph = "path ",
        /// `graph {E for …}`, of a set of pairs.
        GraphOf = "graph ",
        /// `graph undirected {E for …}`, of a set of pairs.
        UndirectedGraphOf = "graph undirected ",
    }
}

spelled! {
    /// Ways to combine the elements of a comprehension or a collection.
    Aggregate {
        Count = "count",
        Sum = "sum",
        Min = "min",
        Max = "max",
        All = "all",
        Any = "any",
        Mex = "mex",
        Xor = "xor",
        // The blank distinguishes the spelling from `Sum`: the checker chooses by the type.
        /// The sum of positions.
        SumPositions = "sum ",
    }
}

spelled! {
    /// Questions about play, such as `sg(P)` and `losing(P)`.
    Term {
        Sg = "sg",
        Losing = "losing",
        Winning = "winning",
        Drawn = "drawn",
        Remoteness = "remoteness",
        Moves = "moves",
        Options = "options",
        WinningMoves = "winning_moves",
        Equal = "equal",
    }
}
