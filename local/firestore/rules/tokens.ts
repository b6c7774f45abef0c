import { RulesSyntaxError, tokenize, type Token } from './lexer.ts'

/**
 * Limits of the parser: the depth of nested brackets and blocks, and the number of links in one chain such as `a && b
 * && …`. Both limits are far above the limits of a decision.
 */
const MAX_NESTING = 200
const MAX_CHAIN = 1000

/** Iterates over the tokens of a rules file. Throws RulesSyntaxError with the position of an unexpected token. */
export class TokenReader {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  name(): string {
    const token = this.next()
    if (token.kind !== 'name') {
      this.back()
      throw this.unexpected('a name')
    }
    return token.text
  }

  peek(): Token {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]
    if (!token) throw new Error('the token list is never empty')
    return token
  }

  /** Consumes the next token. */
  next(): Token {
    const token = this.peek()
    this.#next++
    return token
  }

  back(): void {
    this.#next--
  }

  /** Consumes the next token if the token has this text. Returns whether the token was consumed. */
  accept(text: string): boolean {
    const token = this.peek()
    if (token.text !== text || token.kind === 'string' || token.kind === 'end') return false
    this.#next++
    return true
  }

  expect(text: string): Token {
    const token = this.peek()
    if (!this.accept(text)) throw this.unexpected(`"${text}"`)
    return token
  }

  unexpected(wanted: string): RulesSyntaxError {
    const token = this.peek()
    return new RulesSyntaxError(
      `expected ${wanted}, found ${token.kind === 'end' ? token.text : `"${token.text}"`}`,
      token,
    )
  }

  /** Runs `parse` one nesting level deeper. The number of levels is limited, because the parser is recursive. */
  nested<Result>(parse: () => Result): Result {
    if (++this.#depth > MAX_NESTING)
      throw new RulesSyntaxError(`rules may be nested ${MAX_NESTING} levels deep`, this.peek())
    const result = parse()
    this.#depth--
    return result
  }

  checkChain(links: number): void {
    if (links > MAX_CHAIN) throw new RulesSyntaxError(`a chain may have ${MAX_CHAIN} links`, this.peek())
  }

  /** Consumes a literal path segment: the text up to the next slash, brace, bracket, comma or space. */
  rawSegment(): string {
    const start = this.peek().start
    const pattern = /[^\s/{}()[\],;$]+/y
    pattern.lastIndex = start
    const text = pattern.exec(this.#source)?.[0]
    if (!text) throw this.unexpected('a path segment')
    while (this.peek().start < start + text.length) this.#next++
    return text
  }
}
