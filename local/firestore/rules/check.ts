import type { Expression, MatchBlock, RulesFile, RulesFunction } from './ast.ts'
import { RulesSyntaxError } from './lexer.ts'
import { DOCUMENT_FUNCTIONS, functionCallError, methodCallError, NAMESPACES } from './library.ts'
import { TYPE_NAMES } from './values.ts'

type Scope = { readonly names: ReadonlySet<string>; readonly functions: ReadonlyMap<string, RulesFunction> }

const GLOBALS: readonly string[] = ['request', 'resource']

/**
 * Finds errors that do not depend on a request: unknown names, functions, methods and types, wrong numbers of
 * arguments, recursion, and wildcards that the language version forbids. Throws RulesSyntaxError with the position of
 * the error.
 */
export function checkRules(file: RulesFile): void {
  const outer = extend({ names: new Set(GLOBALS), functions: new Map() }, [], file.functions)
  const scope = extend(outer, [], file.service.functions)
  checkFunctions(file.functions, outer)
  checkFunctions(file.service.functions, scope)
  for (const block of file.service.blocks) checkBlock(block, scope, file.version)
}

function checkBlock(block: MatchBlock, outer: Scope, version: 1 | 2): void {
  const rests = block.pattern.filter((segment) => segment.kind === 'rest')
  if (rests.length > 1) throw new RulesSyntaxError('a path may have one recursive wildcard', block)
  if (version === 1 && rests.length > 0 && block.pattern.at(-1)?.kind !== 'rest')
    throw new RulesSyntaxError("in rules_version '1' a recursive wildcard stands last", block)
  const names = block.pattern.flatMap((segment) => (segment.kind === 'literal' ? [] : [segment.name]))
  const scope = extend(outer, names, block.functions)
  checkFunctions(block.functions, scope)
  for (const allow of block.allows) if (allow.condition) checkExpression(allow.condition, scope, [])
  for (const inner of block.blocks) checkBlock(inner, scope, version)
}

function checkFunctions(functions: ReadonlyMap<string, RulesFunction>, scope: Scope): void {
  for (const declared of functions.values()) checkFunction(declared, scope, [declared.name])
}

function checkFunction({ parameters, lets, body }: RulesFunction, outer: Scope, calls: readonly string[]): void {
  let scope = extend(outer, parameters)
  for (const [name, value] of lets) {
    checkExpression(value, scope, calls)
    scope = extend(scope, [name])
  }
  checkExpression(body, scope, calls)
}

function checkExpression(node: Expression, scope: Scope, calls: readonly string[]): void {
  const syntaxError = (message: string) => new RulesSyntaxError(message, node)
  for (const child of childrenOf(node)) checkExpression(child, scope, calls)
  switch (node.kind) {
    case 'name':
      if (!scope.names.has(node.name)) throw syntaxError(`unknown variable "${node.name}"`)
      break
    case 'is':
      if (!TYPE_NAMES.includes(node.type)) throw syntaxError(`unknown type "${node.type}"`)
      break
    case 'method': {
      const message = isNamespaceCall(node, scope)
        ? functionCallError(`${node.object.name}.${node.name}`, node.args.length)
        : methodCallError(node.name, node.args.length)
      if (message) throw syntaxError(message)
      break
    }
    case 'call': {
      const declared = scope.functions.get(node.name)
      if (declared) {
        if (declared.parameters.length !== node.args.length)
          throw syntaxError(`wrong number of arguments for ${node.name}`)
        if (calls.includes(node.name)) throw syntaxError(`function ${node.name} calls itself`)
        checkFunction(declared, scope, [...calls, node.name])
      } else if (DOCUMENT_FUNCTIONS.includes(node.name)) {
        if (node.args.length !== 1) throw syntaxError(`${node.name} takes one path`)
      } else {
        const message = functionCallError(node.name, node.args.length)
        if (message) throw syntaxError(message)
      }
      break
    }
    default:
  }
}

/**
 * Returns whether a call is a namespace function such as `math.abs(x)`. A variable with the name of a namespace hides
 * the namespace.
 */
export function isNamespaceCall(
  node: Extract<Expression, { kind: 'method' }>,
  scope: { readonly names: { has(name: string): boolean } },
): node is typeof node & { object: { kind: 'name'; name: string } } {
  return node.object.kind === 'name' && NAMESPACES.includes(node.object.name) && !scope.names.has(node.object.name)
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'list':
      return node.items
    case 'map':
      return node.entries.flat()
    case 'path':
      return node.segments.filter((segment) => typeof segment !== 'string')
    case 'member':
      return [node.object]
    case 'index':
      return [node.object, node.index]
    case 'range':
      return [node.object, node.from, node.to]
    case 'call':
      return node.args
    case 'method':
      return node.object.kind === 'name' && NAMESPACES.includes(node.object.name)
        ? node.args
        : [node.object, ...node.args]
    case 'unary':
    case 'is':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'conditional':
      return [node.test, node.then, node.otherwise]
  }
}

const extend = (scope: Scope, names: readonly string[], functions?: ReadonlyMap<string, RulesFunction>): Scope => ({
  names: names.length === 0 ? scope.names : new Set([...scope.names, ...names]),
  functions: functions ? new Map([...scope.functions, ...functions]) : scope.functions,
})
