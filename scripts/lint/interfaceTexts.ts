/*
 * Lint rule: the texts of the interface are in `domain/texts`, not in components. So they are written and reworded in
 * one place. Symbols and units without two adjacent letters may stay.
 */
type Node = {
  readonly value: { readonly type: string; readonly value: unknown } | string | null
  readonly name: { readonly name: string }
}
type Context = { report(problem: { readonly node: Node; readonly message: string }): void }

const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-valuetext',
  'cancel',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
  'unit',
])
const LETTERS = /\p{L}{2}/u
const message = 'Interface texts belong in domain/texts.'

const interfaceTexts = {
  create: (context: Context) => ({
    JSXText(node: Node) {
      if (typeof node.value === 'string' && LETTERS.test(node.value)) context.report({ node, message })
    },
    JSXAttribute(node: Node) {
      const { name, value } = node
      if (typeof value !== 'object' || value?.type !== 'Literal' || typeof value.value !== 'string') return
      if (TEXT_ATTRIBUTES.has(name.name) && LETTERS.test(value.value)) context.report({ node, message })
    },
  }),
}

export default { meta: { name: 'texts' }, rules: { 'interface-texts': interfaceTexts } }
