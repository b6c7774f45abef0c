/*
 * Lint rule: a component must select the part of a store that it renders. Without a selector it re-renders on every
 * change of the store.
 */
type Node = {
  readonly callee: { readonly type: string; readonly name: string }
  readonly arguments: readonly unknown[]
  readonly source: { readonly value: string }
  readonly specifiers: readonly { readonly local: { readonly name: string } }[]
}
type Context = { report(problem: { readonly node: Node; readonly message: string }): void }

const STORES = '#src/stores/'

const selectorRequired = {
  create(context: Context) {
    const hooks = new Set<string>()
    return {
      ImportDeclaration({ source, specifiers }: Node) {
        if (source.value.startsWith(STORES)) for (const { local } of specifiers) hooks.add(local.name)
      },
      CallExpression(node: Node) {
        const { callee } = node
        if (
          callee.type === 'Identifier' &&
          /^use[A-Z]/.test(callee.name) &&
          hooks.has(callee.name) &&
          node.arguments.length === 0
        )
          context.report({ node, message: `Select what is shown: ${callee.name}((state) => state.…).` })
      },
    }
  },
}

export default { meta: { name: 'sitrep' }, rules: { 'store-selectors': selectorRequired } }
