import type { Rule } from './types.ts'

const STORES = '#src/stores/'
/** This module contains no store. */
const SESSION = '#src/stores/userStore.ts'

/**
 * Lint rule: a component must select the part of a store that it renders. Without a selector, the component re-renders
 * on every change of the store.
 */
export const storeSelectors: Rule = {
  create(context) {
    const hooks = new Set<string>()
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value.startsWith(STORES) && source.value !== SESSION)
          for (const { local } of specifiers) hooks.add(local.name)
      },
      CallExpression(node) {
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
