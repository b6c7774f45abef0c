import type { Allow, MatchBlock, Method, PatternSegment, RulesFile, RulesFunction } from './ast.ts'
import { checkRules } from './check.ts'
import {
  EvaluationLimits,
  evaluate,
  LimitError,
  expectBoolean,
  type DocumentReader,
  type Environment,
} from './evaluate.ts'
import { parseRules } from './parser.ts'
import { EvaluationError, Path, UnknownValue, type RuleMap, type RuleValue } from './values.ts'

/**
 * A segment of the requested path. In a list request, the ids of documents are unknown. In a list request for a
 * collection group, the parents of documents are unknown too.
 */
export type RequestSegment = string | typeof UNKNOWN_ID | typeof UNKNOWN_PARENTS
export const UNKNOWN_ID: unique symbol = Symbol('an id that a list request does not know')
export const UNKNOWN_PARENTS: unique symbol = Symbol('the parents in a collection group request')

export type RuleRequest = {
  readonly method: Method
  /** The segments of the requested path. The path starts with `databases`, `(default)`, `documents`. */
  readonly segments: readonly RequestSegment[]
  /** The `request` variable without `method` and `path`, which `decide` adds. */
  readonly request: RuleMap
  readonly resource: RuleValue
  readonly documents: DocumentReader
}

export type Decision =
  | { readonly allowed: true; readonly expressions: number }
  | { readonly allowed: false; readonly reason: string }

/** Parsed and checked rules. */
export type Ruleset = { decide(request: RuleRequest): Decision }

/** Parses and checks rules. Throws RulesSyntaxError for the first error. */
export function compileRules(source: string): Ruleset {
  const file = parseRules(source)
  checkRules(file)
  return rulesetOf(file)
}

/** Returns the rules for a syntax tree, without checking the tree. */
export const rulesetOf = (file: RulesFile): Ruleset => ({ decide: (request) => decide(file, request) })

type MatchingAllow = { readonly allow: Allow; readonly env: Environment }

function decide(file: RulesFile, request: RuleRequest): Decision {
  const budget = new EvaluationLimits()
  const { segments, method } = request
  const known = segments.every((segment) => typeof segment === 'string')
  const path: RuleValue = known ? new Path(segments) : new UnknownValue()
  const names = new Map<string, RuleValue>([
    ['request', new Map([...request.request, ['method', method], ['path', path]])],
    ['resource', request.resource],
  ])
  const root = withFunctions({ names, functions: new Map(), documents: request.documents, budget }, file.functions)
  const service = withFunctions(root, file.service.functions)
  const reasons: string[] = []
  for (const { allow, env } of file.service.blocks.flatMap((block) =>
    matchingAllows(block, segments, service, file.version, method),
  )) {
    try {
      if (!allow.condition || expectBoolean(evaluate(allow.condition, env)))
        return { allowed: true, expressions: budget.expressions }
      reasons.push(`false for '${method}' @ L${allow.line}`)
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error
      reasons.push(`${error.message} for '${method}' @ L${allow.line}`)
      if (error instanceof LimitError) break
    }
  }
  return { allowed: false, reason: reasons.length > 0 ? `\n${reasons.join(', ')}` : 'No matching allow statements' }
}

/**
 * Returns every allow statement in a block that applies to the path and the method, with the values of the wildcards.
 */
function matchingAllows(
  block: MatchBlock,
  segments: readonly RequestSegment[],
  outer: Environment,
  version: 1 | 2,
  method: Method,
): MatchingAllow[] {
  return [...matchPattern(block.pattern, segments, version)].flatMap(({ variables, rest }) => {
    const env = withFunctions({ ...outer, names: new Map([...outer.names, ...variables]) }, block.functions)
    const ownAllows =
      rest.length === 0
        ? block.allows.filter((allow) => allow.methods.includes(method)).map((allow) => ({ allow, env }))
        : []
    return [...ownAllows, ...block.blocks.flatMap((inner) => matchingAllows(inner, rest, env, version, method))]
  })
}

type Binding = { readonly variables: ReadonlyMap<string, RuleValue>; readonly rest: readonly RequestSegment[] }

function* matchPattern(
  pattern: readonly PatternSegment[],
  segments: readonly RequestSegment[],
  version: 1 | 2,
): Iterable<Binding> {
  const [first, ...later] = pattern
  if (!first) {
    yield { variables: new Map(), rest: segments }
    return
  }
  if (first.kind === 'rest') {
    for (let length = segments.length; length >= (version === 1 ? 1 : 0); length--)
      for (const { variables, rest } of matchPattern(later, segments.slice(length), version))
        yield { variables: new Map([...variables, [first.name, restValue(segments.slice(0, length))]]), rest }
    return
  }
  const [segment, ...others] = segments
  if (segment === undefined || segment === UNKNOWN_PARENTS) return
  if (first.kind === 'literal') {
    if (segment === first.text) yield* matchPattern(later, others, version)
    return
  }
  const value: RuleValue = typeof segment === 'string' ? segment : new UnknownValue()
  for (const { variables, rest } of matchPattern(later, others, version))
    yield { variables: new Map([...variables, [first.name, value]]), rest }
}

function restValue(segments: readonly RequestSegment[]): RuleValue {
  return segments.every((segment) => typeof segment === 'string') ? new Path(segments) : new UnknownValue()
}

function withFunctions(outer: Environment, functions: ReadonlyMap<string, RulesFunction>): Environment {
  if (functions.size === 0) return outer
  const scope = new Map(outer.functions)
  const env: Environment = { ...outer, functions: scope }
  for (const [name, declared] of functions) scope.set(name, { declared, home: env })
  return env
}
