import type { BinaryOperator, Expression, RulesFunction } from './ast.ts'
import { isNamespaceCall } from './check.ts'
import { callFunction, callMethod, DOCUMENT_FUNCTIONS } from './library.ts'
import { includesValue, requireImplied, expectNumber, expectString, createTypeMismatchError } from './operands.ts'
import {
  Constraint,
  Duration,
  equal,
  EvaluationError,
  isList,
  isMap,
  isOfType,
  Path,
  RuleSet,
  Timestamp,
  UnknownValue,
  type RuleMap,
  type RuleValue,
} from './values.ts'

/**
 * Reads documents for a decision. `read` returns a document as a resource map, or null if the document does not exist.
 */
export type DocumentReader = {
  read(path: Path, after: boolean): RuleMap | null
}

/** Counts the expressions that a decision evaluates. Google's limit is 1,000 expressions per request. */
export class EvaluationLimits {
  #expressions = 0
  #depth = 0

  spend(): void {
    if (++this.#expressions > MAX_EXPRESSIONS)
      throw new LimitError(`maximum of ${MAX_EXPRESSIONS} expressions to evaluate has been reached`)
  }

  enter(): void {
    if (++this.#depth > MAX_CALL_DEPTH)
      throw new LimitError(`functions may call each other ${MAX_CALL_DEPTH} levels deep`)
  }

  leave(): void {
    this.#depth--
  }

  get expressions(): number {
    return this.#expressions
  }
}

/** Thrown when a limit is reached. Neither `||` nor `&&` can ignore this error, so the request is denied. */
export class LimitError extends EvaluationError {}

const MAX_EXPRESSIONS = 1000
const MAX_CALL_DEPTH = 20

export type Environment = {
  readonly names: ReadonlyMap<string, RuleValue>
  /** The functions in scope. `home` is the environment in which a function is declared. */
  readonly functions: ReadonlyMap<string, { readonly declared: RulesFunction; readonly home: Environment }>
  readonly documents: DocumentReader
  readonly budget: EvaluationLimits
}

/** Evaluates an expression. Throws EvaluationError as the language reference specifies. */
export function evaluate(node: Expression, env: Environment): RuleValue {
  env.budget.spend()
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'name': {
      const value = env.names.get(node.name)
      if (value === undefined) throw new EvaluationError(`unknown variable ${node.name}`)
      return value
    }
    case 'list':
      return node.items.map((item) => evaluate(item, env))
    case 'map':
      return new Map(node.entries.map(([key, value]) => [expectString(evaluate(key, env)), evaluate(value, env)]))
    case 'path':
      return new Path(
        node.segments.flatMap((segment) =>
          typeof segment === 'string' ? [segment] : segmentsOf(evaluate(segment, env)),
        ),
      )
    case 'member':
      return member(evaluate(node.object, env), node.name)
    case 'index':
      return elementAt(evaluate(node.object, env), evaluate(node.index, env))
    case 'range':
      return sliceOf(evaluate(node.object, env), evaluate(node.from, env), evaluate(node.to, env))
    case 'call':
      return call(node, env)
    case 'method': {
      const args = node.args.map((argument) => evaluate(argument, env))
      if (isNamespaceCall(node, env)) return callFunction(`${node.object.name}.${node.name}`, args)
      return callMethod(evaluate(node.object, env), node.name, args)
    }
    case 'unary':
      return node.op === '!' ? !expectBoolean(evaluate(node.operand, env)) : negate(evaluate(node.operand, env))
    case 'is': {
      const value = evaluate(node.operand, env)
      if (value instanceof UnknownValue) throw createTypeMismatchError(value, node.type)
      return isOfType(value, node.type)
    }
    case 'conditional':
      return expectBoolean(evaluate(node.test, env)) ? evaluate(node.then, env) : evaluate(node.otherwise, env)
    case 'binary':
      if (node.op === '||' || node.op === '&&') return logical(node.op, node.left, node.right, env)
      return binary(node.op, evaluate(node.left, env), evaluate(node.right, env))
  }
}

export function expectBoolean(value: RuleValue): boolean {
  if (typeof value !== 'boolean') throw createTypeMismatchError(value, 'bool')
  return value
}

/**
 * Evaluates `||` or `&&`. An error on one side is ignored if the other side decides the result: `true || error` and
 * `error || true` are true.
 */
function logical(op: '||' | '&&', left: Expression, right: Expression, env: Environment): boolean {
  const decisive = op === '||'
  let failure: EvaluationError | undefined
  try {
    if (expectBoolean(evaluate(left, env)) === decisive) return decisive
  } catch (error) {
    if (!(error instanceof EvaluationError) || error instanceof LimitError) throw error
    failure = error
  }
  const value = expectBoolean(evaluate(right, env))
  if (value === decisive || failure === undefined) return value
  throw failure
}

function binary(op: Exclude<BinaryOperator, '||' | '&&'>, left: RuleValue, right: RuleValue): RuleValue {
  switch (op) {
    case '==':
      return left instanceof Constraint || right instanceof Constraint
        ? compareConstraint(op, left, right)
        : equal(left, right)
    case '!=':
      return left instanceof Constraint || right instanceof Constraint
        ? compareConstraint(op, left, right)
        : !equal(left, right)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return left instanceof Constraint || right instanceof Constraint
        ? compareConstraint(op, left, right)
        : compareOrdered(op, left, right)
    case 'in':
      return isIn(left, right)
    default:
      return arithmetic(op, left, right)
  }
}

function isIn(item: RuleValue, holder: RuleValue): boolean {
  if (holder instanceof Constraint)
    return requireImplied(holder.filters.some(({ op, value }) => op === 'contains' && equal(value, item)))
  if (isList(holder)) return includesValue(holder, item)
  if (holder instanceof RuleSet) return holder.has(item)
  if (isMap(holder)) return holder.has(expectString(item))
  throw createTypeMismatchError(holder, 'list, set or map')
}

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='
const MIRRORED: { readonly [op in Comparison]: Comparison } = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/**
 * Evaluates a comparison with a field in a list request. The value of the field is unknown; only the request's filters
 * on the field are known. If one of the filters implies the comparison, the result is true. Otherwise, the comparison
 * is an error.
 */
function compareConstraint(op: Comparison, left: RuleValue, right: RuleValue): boolean {
  if (!(left instanceof Constraint)) return compareConstraint(MIRRORED[op], right, left)
  if (right instanceof Constraint) return requireImplied(false)
  return requireImplied(left.filters.some((filter) => implies(filter, op, right)))
}

function implies(filter: Constraint['filters'][number], op: Comparison, bound: RuleValue): boolean {
  const known = filter.value
  switch (op) {
    case '==':
      return false
    case '!=':
      if (filter.op === '!=') return equal(known, bound)
      if (filter.op === '<') return orderOf(known, bound) <= 0
      if (filter.op === '<=') return orderOf(known, bound) < 0
      if (filter.op === '>') return orderOf(known, bound) >= 0
      return filter.op === '>=' && orderOf(known, bound) > 0
    case '<':
      return (filter.op === '<' && orderOf(known, bound) <= 0) || (filter.op === '<=' && orderOf(known, bound) < 0)
    case '<=':
      return (filter.op === '<' || filter.op === '<=') && orderOf(known, bound) <= 0
    case '>':
      return (filter.op === '>' && orderOf(known, bound) >= 0) || (filter.op === '>=' && orderOf(known, bound) > 0)
    case '>=':
      return (filter.op === '>' || filter.op === '>=') && orderOf(known, bound) >= 0
  }
}

function compareOrdered(op: '<' | '<=' | '>' | '>=', left: RuleValue, right: RuleValue): boolean {
  const isNaN = (value: RuleValue) => typeof value === 'number' && Number.isNaN(value)
  const order = orderOf(left, right)
  if (isNaN(left) || isNaN(right)) return false
  return op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : order >= 0
}

function orderOf(left: RuleValue, right: RuleValue): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  if (left instanceof Timestamp && right instanceof Timestamp) return Number(left.nanos - right.nanos)
  if (left instanceof Duration && right instanceof Duration) return Number(left.nanos - right.nanos)
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0
  return expectNumber(left) - expectNumber(right)
}

function arithmetic(op: '+' | '-' | '*' | '/' | '%', left: RuleValue, right: RuleValue): RuleValue {
  if (op === '+' && typeof left === 'string') return left + expectString(right)
  if (left instanceof Timestamp && right instanceof Duration && (op === '+' || op === '-'))
    return new Timestamp(op === '+' ? left.nanos + right.nanos : left.nanos - right.nanos)
  if (left instanceof Duration && right instanceof Timestamp && op === '+')
    return new Timestamp(left.nanos + right.nanos)
  if (left instanceof Timestamp && right instanceof Timestamp && op === '-')
    return new Duration(left.nanos - right.nanos)
  if (left instanceof Duration && right instanceof Duration && (op === '+' || op === '-'))
    return new Duration(op === '+' ? left.nanos + right.nanos : left.nanos - right.nanos)
  if (typeof left === 'bigint' && typeof right === 'bigint') return integerArithmetic(op, left, right)
  const [a, b] = [expectNumber(left), expectNumber(right)]
  switch (op) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return a % b
  }
}

function integerArithmetic(op: '+' | '-' | '*' | '/' | '%', a: bigint, b: bigint): bigint {
  if ((op === '/' || op === '%') && b === 0n) throw new EvaluationError('division by zero')
  const result = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : op === '/' ? a / b : a % b
  if (BigInt.asIntN(64, result) !== result) throw new EvaluationError('integer overflow')
  return result
}

function negate(value: RuleValue): RuleValue {
  if (typeof value === 'bigint') return -value
  return -expectNumber(value)
}

function member(object: RuleValue, name: string): RuleValue {
  if (!isMap(object)) throw createTypeMismatchError(object, `map with the property ${name}`)
  const value = object.get(name)
  if (value === undefined) throw new EvaluationError(`property ${name} is undefined on object`)
  return value
}

function elementAt(object: RuleValue, index: RuleValue): RuleValue {
  if (isMap(object)) return member(object, expectString(index))
  const items: readonly RuleValue[] | string =
    object instanceof Path ? object.segments : isList(object) ? object : expectString(object)
  if (object instanceof Path && typeof index === 'string') throw createTypeMismatchError(index, 'int')
  const value = items[Number(typeof index === 'bigint' ? index : expectNumber(index))]
  if (value === undefined) throw new EvaluationError('index out of range')
  return value
}

function sliceOf(object: RuleValue, from: RuleValue, to: RuleValue): RuleValue {
  const items = isList(object) ? object : expectString(object)
  const [start, end] = [expectNumber(from), expectNumber(to)]
  if (start < 0 || end > items.length || start > end) throw new EvaluationError('range out of bounds')
  return items.slice(start, end)
}

function call(node: Extract<Expression, { kind: 'call' }>, env: Environment): RuleValue {
  const args = node.args.map((argument) => evaluate(argument, env))
  const found = env.functions.get(node.name)
  if (found) return callDeclared(found.declared, found.home, args)
  if (!DOCUMENT_FUNCTIONS.includes(node.name)) return callFunction(node.name, args)
  const path = args[0] ?? null
  if (!(path instanceof Path)) throw createTypeMismatchError(path, 'path')
  const resource = env.documents.read(path, node.name.endsWith('After'))
  return node.name.startsWith('exists') ? resource !== null : resource
}

function callDeclared(
  { parameters, lets, body }: RulesFunction,
  home: Environment,
  args: readonly RuleValue[],
): RuleValue {
  home.budget.enter()
  const names = new Map(home.names)
  parameters.forEach((parameter, index) => names.set(parameter, args[index] ?? null))
  const env = { ...home, names }
  for (const [name, value] of lets) names.set(name, evaluate(value, env))
  const result = evaluate(body, env)
  home.budget.leave()
  return result
}

function segmentsOf(value: RuleValue): readonly string[] {
  if (value instanceof Path) return value.segments
  return expectString(value)
    .split('/')
    .filter((segment) => segment !== '')
}
