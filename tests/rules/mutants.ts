import type { Expression, MatchBlock, RulesFile, RulesFunction } from '#local/firestore/rules/ast.ts'

/** The rules without one condition, and the position of the removed condition in the source. */
export type Mutant = { readonly file: RulesFile; readonly line: number; readonly column: number }

/** Returns a mutant for each operand of `&&` or `||` and for the whole condition of each `allow`. */
export function mutantsOf(file: RulesFile): Mutant[] {
  const { service } = file
  return [
    ...inFunctions(service.functions).map(({ functions, ...at }) => ({
      file: { ...file, service: { ...service, functions } },
      ...at,
    })),
    ...inBlocks(service.blocks).map(({ blocks, ...at }) => ({
      file: { ...file, service: { ...service, blocks } },
      ...at,
    })),
  ]
}

type Place = { readonly line: number; readonly column: number }
type Variant = { readonly node: Expression } & Place

function inBlocks(blocks: readonly MatchBlock[]): ({ readonly blocks: readonly MatchBlock[] } & Place)[] {
  return blocks.flatMap((block, index) =>
    inBlock(block).map(({ block: changed, ...at }) => ({ blocks: blocks.with(index, changed), ...at })),
  )
}

function inBlock(block: MatchBlock): ({ readonly block: MatchBlock } & Place)[] {
  return [
    ...inFunctions(block.functions).map(({ functions, ...at }) => ({ block: { ...block, functions }, ...at })),
    ...inBlocks(block.blocks).map(({ blocks, ...at }) => ({ block: { ...block, blocks }, ...at })),
    ...block.allows.flatMap((allow, index) => {
      const changed = (condition: Expression | undefined) => ({
        ...block,
        allows: block.allows.with(index, { ...allow, condition }),
      })
      if (!allow.condition) return []
      const { line, column } = allow
      return [
        { block: changed(undefined), line, column },
        ...inExpression(allow.condition).map(({ node, ...at }) => ({ block: changed(node), ...at })),
      ]
    }),
  ]
}

function inFunctions(
  functions: ReadonlyMap<string, RulesFunction>,
): ({ readonly functions: ReadonlyMap<string, RulesFunction> } & Place)[] {
  return [...functions].flatMap(([name, declared]) =>
    inExpression(declared.body).map(({ node, ...at }) => ({
      functions: new Map([...functions, [name, { ...declared, body: node }]]),
      ...at,
    })),
  )
}

function inExpression(node: Expression): Variant[] {
  const within = (child: Expression, rebuild: (changed: Expression) => Expression): Variant[] =>
    inExpression(child).map(({ node: changed, ...at }) => ({ node: rebuild(changed), ...at }))
  switch (node.kind) {
    case 'binary': {
      const { op, left, right } = node
      const deeper = [
        ...within(left, (changed) => ({ ...node, left: changed })),
        ...within(right, (changed) => ({ ...node, right: changed })),
      ]
      if (op !== '&&' && op !== '||') return deeper
      const withoutRight = { node: left, line: right.line, column: right.column }
      // In a chain such as `a && b && c`, the left side `a && b` has several conditions. The recursion removes each of
      // them.
      const isChain = left.kind === 'binary' && left.op === op
      return [withoutRight, ...(isChain ? [] : [{ node: right, line: left.line, column: left.column }]), ...deeper]
    }
    case 'unary':
      return within(node.operand, (operand) => ({ ...node, operand }))
    case 'conditional':
      return [
        ...within(node.test, (test) => ({ ...node, test })),
        ...within(node.then, (then) => ({ ...node, then })),
        ...within(node.otherwise, (otherwise) => ({ ...node, otherwise })),
      ]
    default:
      return []
  }
}
