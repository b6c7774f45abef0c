import type {
  Allow,
  BinaryOperator,
  Expression,
  MatchBlock,
  Method,
  PatternSegment,
  Place,
  RulesFile,
  RulesFunction,
} from './ast.ts'
import { RulesSyntaxError, tokenize, unquote, type Token } from './lexer.ts'

const METHODS: { readonly [word: string]: readonly Method[] } = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
}
/** Binding strength, weakest first, as the published reference orders the operators. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>=', 'in', 'is'],
  ['+', '-'],
  ['*', '/', '%'],
]
const MAX_SOURCE_BYTES = 262_144
const MAX_LETS = 10
const MAX_PARAMETERS = 7

/** Parses a rules file. Throws RulesSyntaxError with the place of the first fault. */
export function parseRules(source: string): RulesFile {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES)
    throw new RulesSyntaxError(`the rules may have ${MAX_SOURCE_BYTES} bytes`, { line: 1, column: 1 })
  return new Parser(source).file()
}

type Scope = { functions: Map<string, RulesFunction>; blocks: MatchBlock[]; allows: Allow[] }

class Parser {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  file(): RulesFile {
    let version: 1 | 2 = 1
    if (this.#accept('rules_version')) {
      this.#expect('=')
      const token = this.#take()
      const text = token.kind === 'string' ? unquote(token.text) : ''
      if (text !== '1' && text !== '2') throw new RulesSyntaxError("rules_version is '1' or '2'", token)
      version = text === '2' ? 2 : 1
      this.#accept(';')
    }
    const functions = new Map<string, RulesFunction>()
    while (this.#peek().text === 'function') this.#addFunction(functions)
    this.#expect('service')
    const place = this.#peek()
    const service = [this.#take().text, this.#expect('.').text, this.#take().text].join('')
    if (service !== 'cloud.firestore')
      throw new RulesSyntaxError(`expected service cloud.firestore, found ${service}`, place)
    const scope = this.#scope(false)
    while (this.#peek().text === 'function') this.#addFunction(functions)
    if (this.#peek().kind !== 'end') throw this.#unexpected('end of file')
    return { version, functions, service: { functions: scope.functions, blocks: scope.blocks } }
  }

  #scope(allowsHere: boolean): Scope {
    const scope: Scope = { functions: new Map(), blocks: [], allows: [] }
    this.#expect('{')
    while (!this.#accept('}')) {
      const word = this.#peek().text
      if (word === 'match') scope.blocks.push(this.#match())
      else if (word === 'function') this.#addFunction(scope.functions)
      else if (word === 'allow' && allowsHere) scope.allows.push(this.#allow())
      else throw this.#unexpected(allowsHere ? 'match, allow, function or }' : 'match, function or }')
    }
    return scope
  }

  #match(): MatchBlock {
    const place = placeOf(this.#expect('match'))
    const pattern: PatternSegment[] = []
    while (this.#accept('/')) pattern.push(this.#patternSegment())
    if (pattern.length === 0) throw this.#unexpected('a path')
    const { functions, blocks, allows } = this.#scope(true)
    return { ...place, pattern, functions, blocks, allows }
  }

  #patternSegment(): PatternSegment {
    if (this.#accept('{')) {
      const name = this.#name()
      const rest = this.#accept('=**')
      this.#expect('}')
      return rest ? { kind: 'rest', name } : { kind: 'one', name }
    }
    return { kind: 'literal', text: this.#rawSegment() }
  }

  /** A literal path segment: everything up to the next slash, brace, bracket, comma or space. */
  #rawSegment(): string {
    const start = this.#peek().start
    const pattern = /[^\s/{}()[\],;$]+/y
    pattern.lastIndex = start
    const text = pattern.exec(this.#source)?.[0]
    if (!text) throw this.#unexpected('a path segment')
    while (this.#peek().start < start + text.length) this.#next++
    return text
  }

  #allow(): Allow {
    const place = placeOf(this.#expect('allow'))
    const methods: Method[] = []
    do {
      const token = this.#take()
      const named = METHODS[token.text]
      if (!named) throw new RulesSyntaxError(`unknown method "${token.text}"`, token)
      methods.push(...named)
    } while (this.#accept(','))
    const condition = this.#accept(':') ? this.#condition() : undefined
    this.#expect(';')
    return { ...place, methods, condition }
  }

  #condition(): Expression {
    this.#expect('if')
    return this.#expression()
  }

  #addFunction(functions: Map<string, RulesFunction>): void {
    const place = placeOf(this.#expect('function'))
    const name = this.#name()
    const parameters = this.#list('(', ')', () => this.#name())
    if (parameters.length > MAX_PARAMETERS)
      throw new RulesSyntaxError(`a function may have ${MAX_PARAMETERS} parameters`, place)
    if (functions.has(name)) throw new RulesSyntaxError(`function ${name} is declared twice`, place)
    this.#expect('{')
    const lets: (readonly [string, Expression])[] = []
    while (this.#accept('let')) {
      const variable = this.#name()
      this.#expect('=')
      lets.push([variable, this.#expression()])
      this.#expect(';')
    }
    if (lets.length > MAX_LETS) throw new RulesSyntaxError(`a function may have ${MAX_LETS} variables`, place)
    this.#expect('return')
    const body = this.#expression()
    this.#accept(';')
    this.#expect('}')
    functions.set(name, { ...place, name, parameters, lets, body })
  }

  #expression(): Expression {
    const test = this.#binary(0)
    if (!this.#accept('?')) return test
    const then = this.#expression()
    this.#expect(':')
    return { kind: 'conditional', test, then, otherwise: this.#expression(), ...placeOf(test) }
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    for (;;) {
      const token = this.#peek()
      if (token.kind === 'string' || !operators.includes(token.text)) return left
      this.#next++
      left =
        token.text === 'is'
          ? { kind: 'is', operand: left, type: this.#name(), ...placeOf(token) }
          : { kind: 'binary', op: operatorOf(token), left, right: this.#binary(level + 1), ...placeOf(token) }
    }
  }

  #unary(): Expression {
    const token = this.#peek()
    if (token.kind === 'symbol' && (token.text === '!' || token.text === '-')) {
      this.#next++
      return { kind: 'unary', op: token.text, operand: this.#unary(), ...placeOf(token) }
    }
    return this.#postfix(this.#primary())
  }

  #postfix(start: Expression): Expression {
    let object = start
    for (;;) {
      const place = placeOf(this.#peek())
      if (this.#accept('.')) {
        const name = this.#name()
        object =
          this.#peek().text === '('
            ? { kind: 'method', object, name, args: this.#arguments(), ...place }
            : { kind: 'member', object, name, ...place }
      } else if (this.#accept('[')) {
        const index = this.#expression()
        object = this.#accept(':')
          ? { kind: 'range', object, from: index, to: this.#expression(), ...place }
          : { kind: 'index', object, index, ...place }
        this.#expect(']')
      } else return object
    }
  }

  #primary(): Expression {
    const token = this.#take()
    const place = placeOf(token)
    const literal = (value: null | boolean | bigint | number | string | Uint8Array): Expression => ({
      kind: 'literal',
      value,
      ...place,
    })
    switch (token.kind) {
      case 'int':
        return literal(BigInt(token.text))
      case 'float':
        return literal(Number(token.text))
      case 'string':
        return literal(unquote(token.text))
      case 'bytes':
        return literal(Buffer.from(unquote(token.text.slice(1)), 'latin1'))
      case 'name':
        if (token.text === 'true' || token.text === 'false') return literal(token.text === 'true')
        if (token.text === 'null') return literal(null)
        if (this.#peek().text === '(') return { kind: 'call', name: token.text, args: this.#arguments(), ...place }
        return { kind: 'name', name: token.text, ...place }
      case 'symbol':
        this.#next--
        if (token.text === '(') return this.#parenthesized()
        if (token.text === '[') return { kind: 'list', items: this.#list('[', ']', () => this.#expression()), ...place }
        if (token.text === '{') return { kind: 'map', entries: this.#list('{', '}', () => this.#entry()), ...place }
        if (token.text === '/') return this.#path()
        break
      case 'end':
        this.#next--
    }
    throw this.#unexpected('an expression')
  }

  #parenthesized(): Expression {
    this.#expect('(')
    const inner = this.#expression()
    this.#expect(')')
    return inner
  }

  #entry(): readonly [Expression, Expression] {
    const key = this.#expression()
    this.#expect(':')
    return [key, this.#expression()]
  }

  #path(): Expression {
    const place = placeOf(this.#peek())
    const segments: (string | Expression)[] = []
    while (this.#accept('/')) {
      if (this.#accept('$(')) {
        segments.push(this.#expression())
        this.#expect(')')
      } else segments.push(this.#pathLiteral())
    }
    return { kind: 'path', segments, ...place }
  }

  #pathLiteral(): string {
    if (this.#peek().text !== '(') return this.#rawSegment()
    this.#expect('(')
    const name = this.#name()
    this.#expect(')')
    return `(${name})`
  }

  #arguments(): readonly Expression[] {
    return this.#list('(', ')', () => this.#expression())
  }

  #list<Item>(open: string, close: string, item: () => Item): Item[] {
    this.#expect(open)
    const items: Item[] = []
    while (!this.#accept(close)) {
      items.push(item())
      if (this.#peek().text !== close) this.#expect(',')
    }
    return items
  }

  #name(): string {
    const token = this.#take()
    if (token.kind !== 'name') {
      this.#next--
      throw this.#unexpected('a name')
    }
    return token.text
  }

  #peek(): Token {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]
    if (!token) throw new Error('the token list is never empty')
    return token
  }

  #take(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #accept(text: string): boolean {
    const token = this.#peek()
    if (token.text !== text || token.kind === 'string' || token.kind === 'end') return false
    this.#next++
    return true
  }

  #expect(text: string): Token {
    const token = this.#peek()
    if (!this.#accept(text)) throw this.#unexpected(`"${text}"`)
    return token
  }

  #unexpected(wanted: string): RulesSyntaxError {
    const token = this.#peek()
    return new RulesSyntaxError(
      `expected ${wanted}, found ${token.kind === 'end' ? token.text : `"${token.text}"`}`,
      token,
    )
  }
}

const placeOf = ({ line, column }: Place): Place => ({ line, column })

const BINARY: readonly BinaryOperator[] = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%']

function operatorOf(token: Token): BinaryOperator {
  const operator = BINARY.find((known) => known === token.text)
  if (!operator) throw new RulesSyntaxError(`unknown operator "${token.text}"`, token)
  return operator
}
