import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { describe, expect, test } from 'vitest'
import { formatSelection, parseSelection } from '#tests/support/textSelections.ts'
import { continueLine } from './continueLine.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'

const pressEnterIn = (before: string): string | undefined => {
  const continued = continueLine(parseSelection(before))
  return continued && formatSelection(continued)
}

describe('Enter in a list or quotation', () => {
  test.each([
    ['a bullet written as a hyphen', '- a¦', '- a\n- ¦'],
    ['a bullet written as an asterisk', '* a¦', '* a\n* ¦'],
    ['a bullet followed by a tab', '-\ta¦', '-\ta\n-\t¦'],
    ['a number with the next number', '9. a¦', '9. a\n10. ¦'],
    ['a number followed by a parenthesis', '1) a¦', '1) a\n2) ¦'],
    ['the largest possible list number with the same number', '999999999. a¦', '999999999. a\n999999999. ¦'],
    ['a task', '- [ ] a¦', '- [ ] a\n- [ ] ¦'],
    ['a checked task with an unchecked task', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['a numbered task', '1. [ ] a¦', '1. [ ] a\n2. [ ] ¦'],
    ['a checked numbered task with an unchecked task', '1. [x] a¦', '1. [x] a\n2. [ ] ¦'],
    ['an indented item', '  - a¦', '  - a\n  - ¦'],
    ['a nested item', '- a\n  1. b¦', '- a\n  1. b\n  2. ¦'],
    ['an item nested with a tab', '- a\n\t- b¦', '- a\n\t- b\n\t- ¦'],
    ['a bullet nested in a numbered item', '10. a\n    - b¦', '10. a\n    - b\n    - ¦'],
    ['the inner of two items on one line', '- 1. a¦', '- 1. a\n  2. ¦'],
    ['a quotation', '> a¦', '> a\n> ¦'],
    ['a nested quotation', '> > a¦', '> > a\n> > ¦'],
    ['an item in a quotation', '> - a¦', '> - a\n> - ¦'],
    ['a checked numbered task in a nested quotation', '> > 1) [x] a¦', '> > 1) [x] a\n> > 2) [ ] ¦'],
    ['a quotation in an item', '- a\n  > b¦', '- a\n  > b\n  > ¦'],
    ['a quotation that contains a code block', '> ```\n> - a¦', '> ```\n> - a\n> ¦'],
    ['an item in a footnote', '[^1]: - a¦', '[^1]: - a\n    - ¦'],
    ['an item after tabs in a quotation marked without a space', '  >-\t-\ta¦', '  >-\t-\ta\n  >      -\t¦'],
    ['an item that interrupts a paragraph', 'a\n- [^1]: 7. b¦', 'a\n- [^1]: 7. b\n- ¦'],
    ['a bullet directly after a paragraph', 'words\n- a¦', 'words\n- a\n- ¦'],
    ['the number 1 directly after a paragraph', 'words\n1. a¦', 'words\n1. a\n2. ¦'],
    ['a number other than 1 after a blank line', 'words\n\n1986. a¦', 'words\n\n1986. a\n1987. ¦'],
    ['an item after a closed code block', '```\n- a\n```\n- b¦', '```\n- a\n```\n- b\n- ¦'],
    ['an item after an HTML block that a blank line ends', '<div>\n- a\n\n- b¦', '<div>\n- a\n\n- b\n- ¦'],
    ['an item with the caret inside its text', '- a¦b', '- a\n- ¦b'],
    ['a task with the caret before its checkbox', '- ¦[ ] a', '- \n- ¦[ ] a'],
    ['an item that is followed by other text', '- a¦\n\nb', '- a\n- ¦\n\nb'],
  ])('Enter continues a list or quotation on the next line: %s', (_, before, after) => {
    expect(pressEnterIn(before)).toBe(after)
  })
})

describe('Enter on an empty item', () => {
  test.each([
    ['a list at an empty item', '- a\n- ¦', '- a\n¦'],
    ['a list at an empty task', '1. [ ] a\n2. [ ] ¦', '1. [ ] a\n¦'],
    ['a nested list at an empty item', '- a\n  - b\n  - ¦', '- a\n  - b\n¦'],
    ['a list in a quotation at an empty item', '> - a\n> - ¦', '> - a\n> ¦'],
    ['a quotation at an empty line', '> a\n> ¦', '> a\n¦'],
    ['a list at an empty item with white space after the caret', '- a\n- ¦  \nb', '- a\n¦\nb'],
  ])('Enter on an empty last item or line ends a list or quotation: %s', (_, before, after) => {
    expect(pressEnterIn(before)).toBe(after)
  })
})

describe('Enter outside of lists and quotations', () => {
  test.each([
    ['in plain text', 'a¦'],
    ['before a list marker', '¦- a'],
    ['between a list marker and its space', '-¦ a'],
    ['after a list marker without a space', '-¦'],
    ['after a divider', '---¦'],
    ['after a divider of asterisks', '* * *¦'],
    ['after a divider of hyphens separated by spaces', '- - -¦'],
    ['in a code block', '```\n- a¦'],
    ['in a code block fenced with tildes', '~~~\n1. a¦\n~~~'],
    ['in a code block in a list item', '- a\n  ```\n  - b¦'],
    ['in a code block that contains blank lines', '```\n- a\n\nwords\n\n- b\n- c¦'],
    ['at a quotation marker in a code block', '```\n> a¦'],
    ['in an indented code block', 'words\n\n    - a¦'],
    ['in an HTML block', '<div>\n- a¦'],
    ['in an HTML comment', '<!--\n\n- a\n\n- b¦'],
    ['at a number that cannot interrupt a paragraph', 'It was in\n1986. a¦'],
    ['at a number in a paragraph of a list item', '- words\n  1986. a¦'],
    ['at a lazy continuation line of a quotation', '> words\n    - a¦'],
    ['at the underline of a setext heading', 'words\n- ¦'],
    ['at the underline of a setext heading in a list item', '- words\n  - ¦'],
    ['at an escaped list marker', '\\- a¦'],
    ['in a table', '| a |\n| - |\n| - b |¦'],
    ['in the title of a link definition', '[a]: b\n"title\n2. c¦"'],
    ['at a number too large for a list', '1234567890. a¦'],
    ['with selected text', '- ⟨a⟩'],
  ])('does not handle Enter, so that the browser inserts a line break: %s', (_, before) => {
    expect(pressEnterIn(before)).toBeUndefined()
  })
})

/** Returns the numbers of the lines on which list items begin. The first line has number 1. */
function itemLines(node: Nodes): readonly number[] {
  const own = node.type === 'listItem' ? [node.position?.start.line ?? 0] : []
  return 'children' in node ? [...own, ...node.children.flatMap(itemLines)] : own
}

describe('Enter in any Markdown', () => {
  const CONTAINERS = ['  ', '    ', '\t', '> ', '>', '- ', '* ', '+ ', '-\t', '1. ', '2) ', '7. ', '[ ] ', '[^1]: ']
  const LEAVES = ['# ', '| ', '---', '```', '~~~', '[a]: b', '* * *', '[x](y)', '日本', 'b | c', '\\', '`']
  const HTML = ['<!-- ', '-->', '<div>', '</div>', '<pre>', '<!A']
  const part = fc.constantFrom(...CONTAINERS, ...LEAVES, ...HTML)
  const line = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.constantFrom('words', '- a', '1. a', '- [ ] a', '> a', '```', '| - |', '===', '  a') },
    { weight: 4, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => `${parts.join('')}a`) },
  )
  const texts = fc.array(line, { minLength: 1, maxLength: 12 })
  const pressEnter = (lines: readonly string[], index: number) => {
    const text = lines.join('\n')
    const caret = lines.slice(0, index + 1).join('\n').length
    return { text, caret, after: continueLine({ text, from: caret, to: caret }) }
  }

  test('Enter continues a list exactly where the Markdown parser finds the start of a list item', () => {
    fc.assert(
      fc.property(texts, (lines) => {
        const items = itemLines(parseMarkdown(lines.join('\n')))
        const continued = lines.flatMap((_, index) => {
          const { caret, after } = pressEnter(lines, index)
          const next = after?.text.slice(caret, after.to) ?? ''
          return /(?:[-*+]|\d[.)])[ \t](?:\[ \] )?$/.test(next) ? [index + 1] : []
        })
        expect(continued).toEqual([...new Set(items)])
      }),
      { numRuns: 300 },
    )
  })

  test('Enter in a list item adds a line that the Markdown parser reads as a list item', () => {
    fc.assert(
      fc.property(texts, (lines) => {
        for (const item of itemLines(parseMarkdown(lines.join('\n')))) {
          const { after } = pressEnter(lines, item - 1)
          const written = `${after?.text.slice(0, after.to)}x`
          expect(itemLines(parseMarkdown(written))).toContain(item + 1)
        }
      }),
      { numRuns: 300 },
    )
  })
})
