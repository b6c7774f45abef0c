import type {
  Allow,
  BinaryOperator,
  Expression,
  MatchBlock,
  Method,
  PatternSegment,
  SourcePosition,
  RulesFile,
  RulesFunction,
} from './ast.ts'
import { RulesSyntaxError, unquote, type Token } from './lexer.ts'
import { TokenReader } from './tokens.ts'

const METHODS: { readonly [word: string]: readonly Method[] } = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
}
/** Binary operators by precedence, with the lowest precedence first, as in the published reference. */
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

/** Parses a rules file. Throws RulesSyntaxError with the position of the first error. */
export function parseRules(source: string): RulesFile {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES)
    throw new RulesSyntaxError(`the rules may have ${MAX_SOURCE_BYTES} bytes`, { line: 1, column: 1 })
  return new Parser(source).file()
}

type Scope = { functions: Map<string, RulesFunction>; blocks: MatchBlock[]; allows: Allow[] }

class Parser {
  readonly #tokens: TokenReader

  constructor(source: string) {
    this.#tokens = new TokenReader(source)
  }

  file(): RulesFile {
    let version: 1 | 2 = 1
    if (this.#tokens.accept('rules_version')) {
      this.#tokens.expect('=')
      const token = this.#tokens.next()
      const text = token.kind === 'string' ? unquote(token.text) : ''
      if (text !== '1' && text !== '2') throw new RulesSyntaxError("rules_version is '1' or '2'", token)
      version = text === '2' ? 2 : 1
      this.#tokens.accept(';')
    }
    const functions = new Map<string, RulesFunction>()
    while (this.#tokens.peek().text === 'function') this.#addFunction(functions)
    this.#tokens.expect('service')
    const place = this.#tokens.peek()
    const service = [this.#tokens.next().text, this.#tokens.expect('.').text, this.#tokens.next().text].join('')
    if (service !== 'cloud.firestore')
      throw new RulesSyntaxError(`expected service cloud.firestore, found ${service}`, place)
    const scope = this.#scope(false)
    while (this.#tokens.peek().text === 'function') this.#addFunction(functions)
    if (this.#tokens.peek().kind !== 'end') throw this.#tokens.unexpected('end of file')
    return { version, functions, service: { functions: scope.functions, blocks: scope.blocks } }
  }

  #scope(allowsHere: boolean): Scope {
    const scope: Scope = { functions: new Map(), blocks: [], allows: [] }
    this.#tokens.expect('{')
    while (!this.#tokens.accept('}')) {
      const word = this.#tokens.peek().text
      if (word === 'match') scope.blocks.push(this.#match())
      else if (word === 'function') this.#addFunction(scope.functions)
      else if (word === 'allow' && allowsHere) scope.allows.push(this.#allow())
      else throw this.#tokens.unexpected(allowsHere ? 'match, allow, function or }' : 'match, function or }')
    }
    return scope
  }

  #match(): MatchBlock {
    return this.#tokens.nested(() => this.#matchBlock())
  }

  #matchBlock(): MatchBlock {
    const place = placeOf(this.#tokens.expect('match'))
    const pattern: PatternSegment[] = []
    while (this.#tokens.accept('/')) pattern.push(this.#patternSegment())
    if (pattern.length === 0) throw this.#tokens.unexpected('a path')
    const { functions, blocks, allows } = this.#scope(true)
    return { ...place, pattern, functions, blocks, allows }
  }

  #patternSegment(): PatternSegment {
    if (this.#tokens.accept('{')) {
      const name = this.#tokens.name()
      const rest = this.#tokens.accept('=**')
      this.#tokens.expect('}')
      return rest ? { kind: 'rest', name } : { kind: 'one', name }
    }
    return { kind: 'literal', text: this.#tokens.rawSegment() }
  }

  #allow(): Allow {
    const place = placeOf(this.#tokens.expect('allow'))
    const methods: Method[] = []
    do {
      const token = this.#tokens.next()
      const named = Object.hasOwn(METHODS, token.text) ? METHODS[token.text] : undefined
      if (!named) throw new RulesSyntaxError(`unknown method "${token.text}"`, token)
      methods.push(...named)
    } while (this.#tokens.accept(','))
    const condition = this.#tokens.accept(':') ? this.#condition() : undefined
    this.#tokens.expect(';')
    return { ...place, methods, condition }
  }

  #condition(): Expression {
    this.#tokens.expect('if')
    return this.#expression()
  }

  #addFunction(functions: Map<string, RulesFunction>): void {
    const place = placeOf(this.#tokens.expect('function'))
    const name = this.#tokens.name()
    const parameters = this.#list('(', ')', () => this.#tokens.name())
    if (parameters.length > MAX_PARAMETERS)
      throw new RulesSyntaxError(`a function may have ${MAX_PARAMETERS} parameters`, place)
    if (functions.has(name)) throw new RulesSyntaxError(`function ${name} is declared twice`, place)
    this.#tokens.expect('{')
    const lets: (readonly [string, Expression])[] = []
    while (this.#tokens.accept('let')) {
      const variable = this.#tokens.name()
      this.#tokens.expect('=')
      lets.push([variable, this.#expression()])
      this.#tokens.expect(';')
    }
    if (lets.length > MAX_LETS) throw new RulesSyntaxError(`a function may have ${MAX_LETS} variables`, place)
    this.#tokens.expect('return')
    const body = this.#expression()
    this.#tokens.accept(';')
    this.#tokens.expect('}')
    functions.set(name, { ...place, name, parameters, lets, body })
  }

  #expression(): Expression {
    return this.#tokens.nested(() => this.#conditional())
  }

  #conditional(): Expression {
    const test = this.#binary(0)
    if (!this.#tokens.accept('?')) return test
    const then = this.#expression()
    this.#tokens.expect(':')
    return { kind: 'conditional', test, then, otherwise: this.#expression(), ...placeOf(test) }
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    for (let links = 0; ; links++) {
      const token = this.#tokens.peek()
      if (token.kind === 'string' || !operators.includes(token.text)) return left
      this.#tokens.checkChain(links)
      this.#tokens.next()
      left =
        token.text === 'is'
          ? { kind: 'is', operand: left, type: this.#tokens.name(), ...placeOf(token) }
          : { kind: 'binary', op: operatorOf(token), left, right: this.#binary(level + 1), ...placeOf(token) }
    }
  }

  #unary(): Expression {
    const token = this.#tokens.peek()
    if (token.kind === 'symbol' && (token.text === '!' || token.text === '-')) {
      this.#tokens.next()
      const { text: op } = token
      return { kind: 'unary', op, operand: this.#tokens.nested(() => this.#unary()), ...placeOf(token) }
    }
    return this.#postfix(this.#primary())
  }

  #postfix(start: Expression): Expression {
    let object = start
    for (let links = 0; ; links++) {
      const place = placeOf(this.#tokens.peek())
      this.#tokens.checkChain(links)
      if (this.#tokens.accept('.')) {
        const name = this.#tokens.name()
        object =
          this.#tokens.peek().text === '('
            ? { kind: 'method', object, name, args: this.#arguments(), ...place }
            : { kind: 'member', object, name, ...place }
      } else if (this.#tokens.accept('[')) {
        const index = this.#expression()
        object = this.#tokens.accept(':')
          ? { kind: 'range', object, from: index, to: this.#expression(), ...place }
          : { kind: 'index', object, index, ...place }
        this.#tokens.expect(']')
      } else return object
    }
  }

  #primary(): Expression {
    const token = this.#tokens.next()
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
        if (this.#tokens.peek().text === '(')
          return { kind: 'call', name: token.text, args: this.#arguments(), ...place }
        return { kind: 'name', name: token.text, ...place }
      case 'symbol':
        this.#tokens.back()
        if (token.text === '(') return this.#parenthesized()
        if (token.text === '[') return { kind: 'list', items: this.#list('[', ']', () => this.#expression()), ...place }
        if (token.text === '{') return { kind: 'map', entries: this.#list('{', '}', () => this.#entry()), ...place }
        if (token.text === '/') return this.#path()
        break
      case 'end':
        this.#tokens.back()
    }
    throw this.#tokens.unexpected('an expression')
  }

  #parenthesized(): Expression {
    this.#tokens.expect('(')
    const inner = this.#expression()
    this.#tokens.expect(')')
    return inner
  }

  #entry(): readonly [Expression, Expression] {
    const key = this.#expression()
    this.#tokens.expect(':')
    return [key, this.#expression()]
  }

  #path(): Expression {
    const place = placeOf(this.#tokens.peek())
    const segments: (string | Expression)[] = []
    while (this.#tokens.accept('/')) {
      if (this.#tokens.accept('$(')) {
        segments.push(this.#expression())
        this.#tokens.expect(')')
      } else segments.push(this.#pathLiteral())
    }
    return { kind: 'path', segments, ...place }
  }

  #pathLiteral(): string {
    if (this.#tokens.peek().text !== '(') return this.#tokens.rawSegment()
    this.#tokens.expect('(')
    const name = this.#tokens.name()
    this.#tokens.expect(')')
    return `(${name})`
  }

  #arguments(): readonly Expression[] {
    return this.#list('(', ')', () => this.#expression())
  }

  #list<Item>(open: string, close: string, item: () => Item): Item[] {
    this.#tokens.expect(open)
    const items: Item[] = []
    while (!this.#tokens.accept(close)) {
      items.push(item())
      if (this.#tokens.peek().text !== close) this.#tokens.expect(',')
    }
    return items
  }
}

const placeOf = ({ line, column }: SourcePosition): SourcePosition => ({ line, column })

const BINARY: readonly BinaryOperator[] = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%']

function operatorOf(token: Token): BinaryOperator {
  const operator = BINARY.find((known) => known === token.text)
  if (!operator) throw new RulesSyntaxError(`unknown operator "${token.text}"`, token)
  return operator
}
