/**
 * The position of a node in the rules file. This file defines the syntax tree, and every node of the tree has a
 * position.
 */
export type SourcePosition = { readonly line: number; readonly column: number }

export type Expression = SourcePosition &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string | Uint8Array }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[] }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | { readonly kind: 'range'; readonly object: Expression; readonly from: Expression; readonly to: Expression }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | {
        readonly kind: 'method'
        readonly object: Expression
        readonly name: string
        readonly args: readonly Expression[]
      }
    | { readonly kind: 'unary'; readonly op: '!' | '-'; readonly operand: Expression }
    | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
    | {
        readonly kind: 'conditional'
        readonly test: Expression
        readonly then: Expression
        readonly otherwise: Expression
      }
  )

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%'

export type RulesFunction = SourcePosition & {
  readonly name: string
  readonly parameters: readonly string[]
  readonly lets: readonly (readonly [string, Expression])[]
  readonly body: Expression
}

/** A request method. The parser expands `read` and `write` to these methods. */
export type Method = 'get' | 'list' | 'create' | 'update' | 'delete'

export type Allow = SourcePosition & { readonly methods: readonly Method[]; readonly condition: Expression | undefined }

export type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string }

export type MatchBlock = SourcePosition & {
  readonly pattern: readonly PatternSegment[]
  readonly functions: ReadonlyMap<string, RulesFunction>
  readonly allows: readonly Allow[]
  readonly blocks: readonly MatchBlock[]
}

export type RulesFile = {
  readonly version: 1 | 2
  readonly functions: ReadonlyMap<string, RulesFunction>
  readonly service: { readonly functions: ReadonlyMap<string, RulesFunction>; readonly blocks: readonly MatchBlock[] }
}
