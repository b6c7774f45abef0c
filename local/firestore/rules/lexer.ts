/** A syntax error in the rules, with its position. The server does not start with such rules. */
export class RulesSyntaxError extends Error {
  readonly line: number
  readonly column: number
  constructor(message: string, at: { readonly line: number; readonly column: number }) {
    super(`${at.line}:${at.column}: ${message}`)
    this.name = 'RulesSyntaxError'
    this.line = at.line
    this.column = at.column
  }
}

export type TokenKind = 'name' | 'int' | 'float' | 'string' | 'bytes' | 'symbol' | 'end'

export type Token = {
  readonly kind: TokenKind
  readonly text: string
  readonly line: number
  readonly column: number
  /** The offset of the token's first character. `end` is the offset after the token's last character. */
  readonly start: number
  readonly end: number
}

const PATTERNS: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y],
  ['float', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y],
  ['int', /\d+/y],
  ['bytes', /b(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y],
  ['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y],
  ['name', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['symbol', /=\*\*|&&|\|\||==|!=|<=|>=|\$\(|[{}()[\];:,.?<>!=+\-*/%]/y],
]

/** Splits rules text into tokens. The last token has the kind `end`. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  let offset = 0
  let line = 1
  let lineStart = 0
  while (offset < source.length) {
    const at = { line, column: offset - lineStart + 1 }
    const found = matchAt(source, offset)
    if (!found) throw new RulesSyntaxError(`unexpected character "${source[offset]}"`, at)
    const end = offset + found.text.length
    if (found.kind !== 'space') tokens.push({ kind: found.kind, text: found.text, ...at, start: offset, end })
    for (
      let index = source.indexOf('\n', offset);
      index !== -1 && index < end;
      index = source.indexOf('\n', index + 1)
    ) {
      line++
      lineStart = index + 1
    }
    offset = end
  }
  tokens.push({ kind: 'end', text: 'end of file', line, column: offset - lineStart + 1, start: offset, end: offset })
  return tokens
}

const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
}

/** Returns the text of a string literal with its escapes resolved. */
export function unquote(literal: string): string {
  const body = literal.slice(1, -1)
  return body.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gs, (_, escape: string) => {
    const hex = /^[ux]([0-9a-fA-F]+)$/.exec(escape)?.[1]
    return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[escape] ?? escape)
  })
}

function matchAt(source: string, offset: number): { kind: TokenKind | 'space'; text: string } | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = offset
    const text = pattern.exec(source)?.[0]
    if (text) return { kind, text }
  }
  return undefined
}
