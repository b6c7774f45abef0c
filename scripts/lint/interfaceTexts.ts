import type { Node, Rule } from './types.ts'

const SHOWN_ATTRIBUTES: ReadonlySet<unknown> = new Set([
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'hint',
  'label',
  'placeholder',
  'title',
])
/** The component properties whose values are displayed. HTML attributes with the same names are not displayed. */
const SHOWN_PROPERTIES: ReadonlySet<unknown> = new Set(['action', 'cancel', 'name', 'submitName', 'text', 'unit'])

const LETTER = /\p{L}/u

/**
 * Lint rule: JSX must not contain text, neither as content nor in an attribute that is displayed or spoken. All texts
 * of the interface belong in domain/texts, where they can be read and reworded together.
 */
export const interfaceTexts: Rule = {
  create(context) {
    const check = (nodes: readonly (Node | null)[]) => {
      for (const node of nodes.flatMap((one) => (one ? textsOf(one) : [])))
        context.report({ node, message: 'Move this text of the interface to domain/texts.' })
    }
    return {
      JSXFragment({ children }) {
        check(children)
      },
      JSXElement({ children, openingElement: { name, attributes } }) {
        const isComponent =
          name.type === 'JSXMemberExpression' || (name.type === 'JSXIdentifier' && /^[A-Z]/.test(name.name))
        check(children)
        for (const attribute of attributes)
          if (
            attribute.type === 'JSXAttribute' &&
            (SHOWN_ATTRIBUTES.has(attribute.name.name) || (isComponent && SHOWN_PROPERTIES.has(attribute.name.name)))
          )
            check([attribute.value])
      },
    }
  },
}

/** Returns all literals that a node may evaluate to and that contain a letter. */
function textsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node.value === 'string' && LETTER.test(node.value) ? [node] : []
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => LETTER.test(value.raw)) ? [node] : []
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : []
    case 'JSXExpressionContainer':
      return textsOf(node.expression)
    default:
      return []
  }
}
