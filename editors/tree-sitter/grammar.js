// The grammar of `.game` files for tree-sitter, after `grammar/game.pest` and docs/language.md.
//
// `gspec check` decides what is a spec: this grammar takes every spec, and some texts besides. Where a word such as
// `take` or `all` has a meaning in one place only, it is a name elsewhere, as in the language.

/// <reference types="tree-sitter-cli/dsl" />

// How tight operators bind, from loose to tight.
const LEVEL = Object.fromEntries([
  'open', // `if`, `let` and quantifiers reach as far right as they can
  'iff', 'implies', 'or', 'and', 'not', 'compare', 'with', 'range', 'xor', 'union', 'intersection', 'convention',
  'sum', 'product', 'negate', 'power', 'postfix',
].map((name, at) => [name, at]))

const LEFT = [
  ['iff', ['<=>']],
  ['or', ['or']],
  ['and', ['and']],
  ['compare', ['==', '!=', '<=', '<', '>=', '>', '≤', '≥', '≠']],
  ['range', ['..=', '..']],
  ['xor', ['xor']],
  ['union', ['|']],
  ['intersection', ['&']],
  ['sum', ['+', '-', '++']],
  ['product', ['*', '/', 'div', 'mod']],
]
const RIGHT = [['implies', ['=>']], ['power', ['^']]]
const PREFIX = [['not', ['not']], ['convention', ['misere', 'anti']], ['negate', ['-']]]

const DOTS = choice('..', '..=')

// One or more, with commas between.
const list = (rule) => seq(rule, repeat(seq(',', rule)))

const one = (rules) => (rules.length === 1 ? rules[0] : choice(...rules))

// The rules of expressions, twice: in `let x = e in f` an unbracketed `in` ends `e`, so that `e` knows no membership.
const expressions = (suffix, hasMembership) => {
  const self = ($) => $[`_expression${suffix}`]
  const named = (name) => `${hasMembership ? '' : '_'}${name}${suffix}`
  const use = ($, name) => (hasMembership ? $[name] : alias($[named(name)], $[name]))
  const binary = ($, group, level, operators) =>
    group(level, seq(field('left', self($)), field('operator', one(operators)), field('right', self($))))

  return {
    [`_expression${suffix}`]: ($) => choice(
      $._operand,
      ...['binary', 'unary', 'with', 'if', 'let_in', 'quantifier'].map((name) => use($, name)),
    ),
    [named('binary')]: ($) => choice(
      ...LEFT.map(([level, operators]) => binary($, prec.left, LEVEL[level], operators)),
      ...RIGHT.map(([level, operators]) => binary($, prec.right, LEVEL[level], operators)),
      ...(hasMembership ? [binary($, prec.left, LEVEL.compare, ['in', '∈', '∉', $.not_in])] : []),
    ),
    [named('unary')]: ($) => choice(...PREFIX.map(([level, operators]) =>
      prec(LEVEL[level], seq(field('operator', one(operators)), field('operand', self($)))))),
    [named('with')]: ($) => prec.left(LEVEL.with,
      seq(field('collection', self($)), 'with', repeat1($.place), '=', field('value', self($)))),
    [named('if')]: ($) => prec.right(LEVEL.open, seq(
      'if', field('condition', $._expression),
      'then', field('then', $._expression),
      'else', field('else', self($)))),
    [named('let_in')]: ($) => prec.right(LEVEL.open, seq(
      'let', $._pattern, '=', field('value', $._expression_no_in), 'in', field('body', self($)))),
    // Without a colon the last `such that` of an `exists` is its body.
    [named('quantifier')]: ($) => choice(
      prec.right(LEVEL.open, seq(choice('forall', 'exists'), list($.variable), ':', field('body', self($)))),
      seq('exists', list($.variable))),
  }
}

module.exports = grammar({
  name: 'game',
  word: ($) => $._word,
  extras: ($) => [/[ \t\r\n\uFEFF]/, $.doc_comment, $.comment],
  inline: ($) => [$._item, $._clause],
  reserved: {
    global: () => [
      'use', 'param', 'let', 'fn', 'game', 'start', 'claim', 'loopy', 'move', 'end', 'measure', 'when', 'with', 'if',
      'then', 'else', 'in', 'forall', 'for', 'exists', 'and', 'or', 'not', 'xor', 'div', 'mod', 'misere', 'anti', 'load',
      'true', 'false',
    ],
    vertices: () => [],
  },
  conflicts: ($) => [
    // `claim "text" (x)`: a claim with a label, or a text that is called.
    [$.label, $._operand],
    // `graph { (x, y) …`: an edge of a comprehension, or a vertex of a chain.
    [$.vertex, $._operand],
    [$.vertex, $.name],
    // `(a, b` in a type: a type of pairs, or a number in brackets.
    [$.type_name, $._free_name],
    [$._type, $._expression],
    // `[exists n in xs such that n > 1, x`: another variable, or another element.
    [$.quantifier],
    [$._quantifier_no_in],
  ],

  rules: {
    file: ($) => repeat($._item),
    _item: ($) => choice($.import, $.parameter, $.constant, $.function, $.game, $.start, $.claim),

    import: ($) => seq('use', $.text),
    parameter: ($) => seq('param', field('name', $.name), ':', field('type', $._type), '=', field('value', $._expression)),
    constant: ($) => seq('let', field('name', $.name), '=', field('value', $._expression)),
    function: ($) => seq(
      'fn', field('name', $.name), '(', optional(list($.field)), ')', ':', field('type', $._type),
      '=', field('value', $._expression)),
    start: ($) => seq('start', optional(seq(field('name', $.name), '=')), field('position', $._expression)),
    claim: ($) => seq('claim', optional(choice(seq($.label, ':'), ':', $.label)), $._expression, optional($.repeats)),
    label: ($) => prec.dynamic(1, $.text),
    repeats: ($) => seq(
      'repeats', 'every', $._expression, optional(seq('adding', $._expression)), optional(seq('from', $._expression))),

    game: ($) => seq(
      optional('loopy'), 'game', field('name', $.name), '(', optional(list($.field)), ')',
      repeat(choice($.blocking, $.passes)), choice($.body, seq('=', $.code))),
    field: ($) => seq(field('name', $.name), ':', field('type', $._type)),
    blocking: ($) => seq('blocking', $._expression),
    passes: ($) => seq('pass', $._expression, choice('each', 'shared')),
    code: ($) => choice(
      seq(choice('octal', 'hex', 'code'), choice($.text, $.name)),
      seq('take', optional(seq('all', 'but')), $._expression)),

    body: ($) => seq('{', repeat($._clause), '}'),
    _clause: ($) => choice($.move, $.end, $.measure, $.assumption, $.show, $.local),
    move: ($) => seq(
      'move', field('name', $.name), optional($.binders), optional($.guard), '->', optional('again'),
      field('target', $._expression)),
    binders: ($) => seq('(', optional(list($.binder)), ')'),
    binder: ($) => seq($._pattern, $._member, repeat($.filter)),
    guard: ($) => seq('when', $._expression),
    end: ($) => seq('end', 'when', field('condition', $._expression), ':', choice('win', 'lose')),
    measure: ($) => seq('measure', list($._expression)),
    assumption: () => seq('assume', 'ends'),
    show: ($) => seq('show', $._expression),
    local: ($) => seq('let', $._pattern, '=', field('value', $._expression)),

    _pattern: ($) => choice($.name, $.tuple_pattern),
    tuple_pattern: ($) => seq('(', $._pattern, repeat1(seq(',', $._pattern)), ')'),
    _member: ($) => seq(choice('in', '∈'), field('domain', $._expression)),
    filter: ($) => seq(choice('if', 'where', seq('such', 'that')), $._expression),
    variable: ($) => prec.right(seq($._pattern, optional($._member), repeat($.filter))),

    _type: ($) => choice($.list_type, $.set_type, $.tuple_type, $.type_name, $.binary),
    list_type: ($) => seq('[', $._type, ']'),
    set_type: ($) => seq('{', $._type, '}'),
    tuple_type: ($) => seq('(', $._type, repeat1(seq(',', $._type)), ')'),
    type_name: ($) => choice($.name, alias('graph', $.name)),

    ...expressions('', true),
    ...expressions('_no_in', false),
    not_in: () => seq('not', 'in'),
    place: ($) => seq('[', $._expression, ']'),

    // What postfixes may follow.
    _operand: ($) => choice(
      $._free_name, $.number, $.text, $.truth, $.parens, $.list, $.set, $.index, $.call, $.compound, $.graph, $.load),
    index: ($) => prec(LEVEL.postfix, seq(
      field('collection', $._operand), '[',
      choice(seq(DOTS, optional($._expression)), seq($._expression, optional(DOTS))), ']')),
    call: ($) => prec(LEVEL.postfix, seq(field('function', choice($._operand, alias('xor', $.name))), $.arguments)),
    compound: ($) => prec(LEVEL.postfix, seq(choice('short', 'long'), 'all', $.arguments)),
    arguments: ($) => seq('(', optional($._elements), ')'),
    parens: ($) => seq('(', list($._expression), ')'),
    list: ($) => seq('[', optional($._elements), ']'),
    set: ($) => seq('{', optional($._elements), '}'),
    _elements: ($) => choice(list($._expression), seq($._expression, $.comprehension)),
    comprehension: ($) => seq($.loop, repeat(choice($.loop, $.filter))),
    loop: ($) => seq('for', $._pattern, $._member),
    load: ($) => seq('load', optional('undirected'), $.text),

    // Edges as chains, or as a comprehension.
    graph: ($) => prec(2, seq(
      'graph', optional('undirected'), '{', optional(choice($._chains, seq($._edge, $.comprehension))), '}')),
    _edge: ($) => choice($.parens, $.name, $.call, $.if, $.let_in),
    _chains: ($) => seq($.chain, repeat(seq(';', $.chain)), optional(';')),
    chain: ($) => seq(list($.vertex), repeat(seq(choice('->', '-'), list($.vertex)))),
    vertex: ($) => choice($.number, $.text, reserved('vertices', $._word), $.vertex_tuple),
    vertex_tuple: ($) => seq('(', $.vertex, repeat1(seq(',', $.vertex)), ')'),

    // Words that have a meaning where an expression may begin, and are names there too.
    _free_name: ($) => choice($.name, prec(1, alias(choice('graph', 'short', 'long', 'again'), $.name))),
    name: ($) => $._word,
    _word: () => /[\p{L}_][\p{L}_0-9]*/,
    number: () => /[0-9]+/,
    truth: () => choice('true', 'false'),
    // A text that is still being written ends with its line: what comes after keeps its colours.
    text: ($) => seq('"', repeat(choice($._characters, $.escape)), token.immediate(/["\n]/)),
    // Above comments, which may stand between all other tokens.
    _characters: () => token.immediate(prec(1, /[^"\\\n]+/)),
    escape: () => token.immediate(prec(1, /\\[^\n]/)),
    doc_comment: () => token(prec(1, /\/\/\/[^\n]*/)),
    comment: () => token(/\/\/[^\n]*/),
  },
})
