import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { describe, expect, test } from 'vitest'
import { formatSelection, parseSelection } from '#tests/support/textSelections.ts'
import { continueLine } from './continueLine.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'

const entered = (before: string): string | undefined => {
  const continued = continueLine(parseSelection(before))
  return continued && formatSelection(continued)
}

describe('Enter in a list or quotation', () => {
  test.each([
    ['a bullet', '- a¦', '- a\n- ¦'],
    ['another sign', '* a¦', '* a\n* ¦'],
    ['a sign with a tab', '-\ta¦', '-\ta\n-\t¦'],
    ['the next number', '9. a¦', '9. a\n10. ¦'],
    ['a number with a parenthesis', '1) a¦', '1) a\n2) ¦'],
    ['the greatest number that a list can have', '999999999. a¦', '999999999. a\n999999999. ¦'],
    ['a task', '- [ ] a¦', '- [ ] a\n- [ ] ¦'],
    ['a task that is done with one that is open', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['a numbered task', '1. [ ] a¦', '1. [ ] a\n2. [ ] ¦'],
    ['a numbered task that is done', '1. [x] a¦', '1. [x] a\n2. [ ] ¦'],
    ['an indented item', '  - a¦', '  - a\n  - ¦'],
    ['a nested item', '- a\n  1. b¦', '- a\n  1. b\n  2. ¦'],
    ['an item nested by a tab', '- a\n\t- b¦', '- a\n\t- b\n\t- ¦'],
    ['an item deep in a numbered list', '10. a\n    - b¦', '10. a\n    - b\n    - ¦'],
    ['the inner one of two items of a line', '- 1. a¦', '- 1. a\n  2. ¦'],
    ['a quotation', '> a¦', '> a\n> ¦'],
    ['a quotation within a quotation', '> > a¦', '> > a\n> > ¦'],
    ['an item in a quotation', '> - a¦', '> - a\n> - ¦'],
    ['a numbered task in a quotation', '> > 1) [x] a¦', '> > 1) [x] a\n> > 2) [ ] ¦'],
    ['a quotation in an item', '- a\n  > b¦', '- a\n  > b\n  > ¦'],
    ['a quotation that holds code', '> ```\n> - a¦', '> ```\n> - a\n> ¦'],
    ['an item in a footnote', '[^1]: - a¦', '[^1]: - a\n    - ¦'],
    ['an item after tabs in a quotation without spaces', '  >-\t-\ta¦', '  >-\t-\ta\n  >      -\t¦'],
    ['an item that interrupts a paragraph', 'a\n- [^1]: 7. b¦', 'a\n- [^1]: 7. b\n- ¦'],
    ['a bullet behind a paragraph', 'words\n- a¦', 'words\n- a\n- ¦'],
    ['a number one behind a paragraph', 'words\n1. a¦', 'words\n1. a\n2. ¦'],
    ['a number behind a blank line', 'words\n\n1986. a¦', 'words\n\n1986. a\n1987. ¦'],
    ['an item behind a fence that is closed', '```\n- a\n```\n- b¦', '```\n- a\n```\n- b\n- ¦'],
    ['an item behind HTML that a blank line ends', '<div>\n- a\n\n- b¦', '<div>\n- a\n\n- b\n- ¦'],
    ['in the middle of an item', '- a¦b', '- a\n- ¦b'],
    ['before the box', '- ¦[ ] a', '- \n- ¦[ ] a'],
    ['with the rest of the text behind', '- a¦\n\nb', '- a\n- ¦\n\nb'],
  ])('continues the line on Enter: %s', (_, before, after) => {
    expect(entered(before)).toBe(after)
  })
})

describe('Enter on an empty item', () => {
  test.each([
    ['a list at an empty item', '- a\n- ¦', '- a\n¦'],
    ['a list at an empty task', '1. [ ] a\n2. [ ] ¦', '1. [ ] a\n¦'],
    ['a nested list', '- a\n  - b\n  - ¦', '- a\n  - b\n¦'],
    ['a list in a quotation', '> - a\n> - ¦', '> - a\n> ¦'],
    ['a quotation', '> a\n> ¦', '> a\n¦'],
    ['an item with white space behind the caret', '- a\n- ¦  \nb', '- a\n¦\nb'],
  ])('ends the block on Enter: %s', (_, before, after) => {
    expect(entered(before)).toBe(after)
  })
})

describe('Enter outside of lists and quotations', () => {
  test.each([
    ['in plain text', 'a¦'],
    ['before the sign', '¦- a'],
    ['before the space of the sign', '-¦ a'],
    ['behind a sign that is alone', '-¦'],
    ['behind a divider', '---¦'],
    ['behind a divider of asterisks', '* * *¦'],
    ['behind a divider of dashes with spaces', '- - -¦'],
    ['in a fence', '```\n- a¦'],
    ['in a fence of tildes', '~~~\n1. a¦\n~~~'],
    ['in a fence of an item', '- a\n  ```\n  - b¦'],
    ['in a fence that began long before', '```\n- a\n\nwords\n\n- b\n- c¦'],
    ['at a quotation in a fence', '```\n> a¦'],
    ['in indented code', 'words\n\n    - a¦'],
    ['in HTML', '<div>\n- a¦'],
    ['in a comment', '<!--\n\n- a\n\n- b¦'],
    ['at a number that cannot interrupt a paragraph', 'It was in\n1986. a¦'],
    ['at a line of a paragraph of an item', '- words\n  1986. a¦'],
    ['at a lazy line', '> words\n    - a¦'],
    ['at a heading’s dashes', 'words\n- ¦'],
    ['at a heading’s dashes in an item', '- words\n  - ¦'],
    ['at a sign that is escaped', '\\- a¦'],
    ['in a table', '| a |\n| - |\n| - b |¦'],
    ['in a link’s title', '[a]: b\n"title\n2. c¦"'],
    ['at a number that no list can have', '1234567890. a¦'],
    ['with words selected', '- ⟨a⟩'],
  ])('leaves Enter to the browser: %s', (_, before) => {
    expect(entered(before)).toBeUndefined()
  })
})

/** Returns the lines, counted from 1, on which list items begin. */
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

  test('continues a list exactly on lines where the parser finds the start of an item', () => {
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

  test('adds a line that the parser reads as an item when Enter continues a list', () => {
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
