import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as formatting from './formatting.ts'
import type { FormatCommand } from './formatting.ts'
import { formatSelection, parseSelection } from '#tests/support/textSelections.ts'
import type { TextSelection } from './textSelection.ts'

const applyCommand = (command: FormatCommand, before: string): string =>
  formatSelection(command(parseSelection(before)))

describe('inline formatting commands', () => {
  test.each([
    ['wraps the selected text in markers', formatting.bold, 'a ⟨b c⟩ d', 'a **⟨b c⟩** d'],
    ['removes the markers around the selection', formatting.bold, 'a **⟨b c⟩** d', 'a ⟨b c⟩ d'],
    ['removes the markers at the ends of the selection', formatting.bold, 'a ⟨**b c**⟩ d', 'a ⟨b c⟩ d'],
    ['keeps white space at the ends of the selection outside the markers', formatting.bold, 'a⟨ b ⟩c', 'a⟨ **b** ⟩c'],
    ['ignores a selection of white space', formatting.bold, 'a⟨  ⟩c', 'a⟨  ⟩c'],
    ['adds a third asterisk for italic inside bold', formatting.italic, '**⟨b⟩**', '***⟨b⟩***'],
    ['removes italic and keeps bold', formatting.italic, '***⟨b⟩***', '**⟨b⟩**'],
    ['removes bold and keeps italic', formatting.bold, '***⟨b⟩***', '*⟨b⟩*'],
    ['adds bold to italic text', formatting.bold, '*⟨b⟩*', '***⟨b⟩***'],
    ['wraps the selection in strikethrough markers', formatting.strikethrough, '⟨gone⟩', '~~⟨gone⟩~~'],
    ['wraps the selection in underline tags', formatting.underline, 'a ⟨b⟩', 'a <u>⟨b⟩</u>'],
    ['removes underline tags', formatting.underline, 'a <u>⟨b⟩</u>', 'a ⟨b⟩'],
    ['wraps the selection in backticks', formatting.inlineCode, 'run ⟨ls⟩', 'run `⟨ls⟩`'],
    ['wraps code that contains a backtick in double backticks', formatting.inlineCode, '⟨a`b⟩', '``⟨a`b⟩``'],
    ['adds spaces around code that ends with a backtick', formatting.inlineCode, '⟨a`⟩', '`` ⟨a`⟩ ``'],
    ['wraps each selected line separately', formatting.bold, '⟨a\nb⟩', '**⟨a**\n**b⟩**'],
    ['keeps list markers outside the bold text', formatting.bold, '⟨- a\n- b⟩', '⟨- **a**\n- **b⟩**'],
    [
      'keeps the number and the checkbox of a task outside the bold text',
      formatting.bold,
      '⟨1. [ ] a⟩',
      '⟨1. [ ] **a⟩**',
    ],
    ['keeps the heading marker outside the bold text', formatting.bold, '⟨## a⟩', '⟨## **a⟩**'],
    ['keeps blank lines blank', formatting.bold, '⟨a\n\nb⟩', '**⟨a**\n\n**b⟩**'],
    ['wraps the other lines if some selected lines are bold already', formatting.bold, '⟨**a**\nb⟩', '⟨**a**\n**b⟩**'],
    ['wraps the word at the caret', formatting.bold, 'a wo¦rd b', 'a **wo¦rd** b'],
    ['removes the markers around the word at the caret', formatting.bold, 'a **wo¦rd** b', 'a wo¦rd b'],
    ['inserts empty markers if there is no word at the caret', formatting.bold, 'a ¦', 'a **¦**'],
    ['removes empty markers around the caret', formatting.bold, 'a **¦**', 'a ¦'],
    ['treats letters of every script as parts of a word', formatting.bold, 'při¦pojeno', '**při¦pojeno**'],
  ])('applies an inline formatting command: %s', (_, command, before, after) => {
    expect(applyCommand(command, before)).toBe(after)
  })
})

describe('block formatting commands', () => {
  test.each([
    ['adds a heading marker', formatting.heading(2), 'a¦b', '## a¦b'],
    ['removes the marker of a heading of the same level', formatting.heading(2), '## a¦b', 'a¦b'],
    ['replaces the marker of a heading of another level', formatting.heading(1), '### a¦b', '# a¦b'],
    ['adds a heading marker to an empty line', formatting.heading(1), 'a\n¦', 'a\n# ¦'],
    ['adds a bullet to every selected line', formatting.bulletList, '⟨a\nb⟩', '- ⟨a\n- b⟩'],
    ['ignores a line if the selection ends at its start', formatting.bulletList, '⟨a\n⟩b', '- ⟨a\n⟩b'],
    ['removes bullets', formatting.bulletList, '- ⟨a\n- b⟩', '⟨a\nb⟩'],
    ['numbers the lines consecutively and skips blank lines', formatting.numberedList, '⟨a\n\nb⟩', '1. ⟨a\n\n2. b⟩'],
    ['removes list numbers', formatting.numberedList, '⟨1. a\n2. b⟩', '⟨a\nb⟩'],
    ['turns a bullet item into a task', formatting.taskList, '- a¦', '- [ ] a¦'],
    ['turns a numbered task into a bullet task and keeps its checkbox', formatting.bulletList, '1. [ ] a¦', '- [ ] a¦'],
    [
      'turns a bullet task into a numbered task and keeps its checkbox',
      formatting.numberedList,
      '- [x] ⟨a\nb⟩',
      '1. [x] ⟨a\n2. b⟩',
    ],
    ['turns a numbered task into a bullet task', formatting.taskList, '2) [x] a¦', '- [x] a¦'],
    ['removes the checkbox of a numbered task', formatting.numberedList, '1. [ ] a¦', '1. a¦'],
    ['treats a divider as text, not as a list item', formatting.bulletList, '* * *¦', '- * * *¦'],
    ['turns a checked task into a bullet item', formatting.bulletList, '- [x] a¦', '- a¦'],
    ['keeps the indentation of an item', formatting.taskList, '  - a¦', '  - [ ] a¦'],
    ['wraps the lines in a code block', formatting.codeBlock, '⟨a\nb⟩', '```\n⟨a\nb⟩\n```'],
    ['removes a code block', formatting.codeBlock, '```\n⟨a\nb⟩\n```', '⟨a\nb⟩'],
    ['removes a code block that has a language', formatting.codeBlock, '```sh\na¦\n```', 'a¦'],
    ['removes a code block whose fences are selected', formatting.codeBlock, '⟨```\na\n```⟩', '⟨a⟩'],
    ['uses longer fences around text that contains a fence', formatting.codeBlock, '⟨```\na⟩', '````\n⟨```\na⟩\n````'],
    ['inserts a divider and blank lines around it', formatting.divider, 'a¦', 'a\n\n---\n\n¦'],
    ['inserts a divider between two lines', formatting.divider, 'a¦\nb', 'a\n\n---\n¦\nb'],
    ['inserts a divider into an empty text', formatting.divider, '¦', '---\n\n¦'],
    ['inserts a divider on an empty line below text', formatting.divider, 'a\n¦', 'a\n\n---\n\n¦'],
    ['removes a divider', formatting.divider, 'a\n---¦\nb', 'a¦\nb'],
  ])('applies a block formatting command: %s', (_, command, before, after) => {
    expect(applyCommand(command, before)).toBe(after)
  })
})

describe('links', () => {
  test.each([
    ['uses selected text as the link text and selects the address', 'see ⟨here⟩', 'see [here](⟨https://⟩)'],
    ['uses a selected URL as the address and puts the caret in the link text', '⟨https://a.org⟩', '[¦](https://a.org)'],
    ['inserts an empty link and puts the caret in the link text', 'see ¦', 'see [¦](https://)'],
    ['replaces a link without a text by its URL', '[¦](https://a.org)', '⟨https://a.org⟩'],
    ['removes an empty link', 'see [¦](https://)', 'see ¦'],
    ['replaces the link at the caret by its text', 'see [he¦re](https://a.org) now', 'see ⟨here⟩ now'],
  ])('toggles a link: %s', (_, before, after) => {
    expect(applyCommand(formatting.link, before)).toBe(after)
  })

  test.each([
    ['turns the selected text into a link', 'see ⟨here⟩', 'https://a.org/b?c=d', 'see [here](https://a.org/b?c=d)¦'],
    ['trims white space around the URL', '⟨here⟩', ' https://a.org\n', '[here](https://a.org)¦'],
    [
      'wraps a URL with parentheses in angle brackets',
      '⟨here⟩',
      'https://a.org/x_(y)',
      '[here](<https://a.org/x_(y)>)¦',
    ],
    ['accepts a mailto URL', '⟨write⟩', 'mailto:a@b.org', '[write](mailto:a@b.org)¦'],
    ['adds no link without a selection', 'see ¦', 'https://a.org', undefined],
    ['adds no link if the pasted text is not a URL', '⟨here⟩', 'there', undefined],
    ['adds no link to a javascript: URL', '⟨here⟩', 'javascript:alert(1)', undefined],
    ['adds no link if the selected text is a URL', '⟨https://b.org⟩', 'https://a.org', undefined],
    ['adds no link if the selection spans several lines', '⟨a\nb⟩', 'https://a.org', undefined],
  ])('handles a pasted URL: %s', (_, before, pasted, after) => {
    const linked = formatting.pasteLink(parseSelection(before), pasted)
    expect(linked && formatSelection(linked)).toBe(after)
  })
})

/** Moves an offset inside a surrogate pair to the start of the pair, because browsers do not select half a pair. */
const outsideSurrogatePair = (text: string, offset: number): number =>
  /[\uDC00-\uDFFF]/.test(text[offset] ?? '') ? offset - 1 : offset

describe('every formatting command on any text and selection', () => {
  const { pasteLink: _pasteLink, heading, ...plain } = formatting
  const all = { ...plain, h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4) }
  const line = fc.stringMatching(/^[a-zé😀#*`~>\-[\]()1. ]{0,12}$/u)
  const texts = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
  const selections = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]): TextSelection => {
    const offsets = [a, b].map((offset) => outsideSurrogatePair(text, offset % (text.length + 1)))
    const [from = 0, to = 0] = offsets.toSorted((x, y) => x - y)
    return { text, from, to }
  })

  test.each(Object.entries(all))('the command %s keeps the selection within the text', (_, command) => {
    fc.assert(
      fc.property(selections, (before) => {
        const { text, from, to } = command(before)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each(Object.entries(all))('the command %s keeps all letters of the text in their order', (name, command) => {
    // The command removes the address of a link that has a text, so such links are excluded.
    const linkWithText = /\[[^[\]\n]+\]\(/
    const letters = (text: string) => text.replace(/https:|<\/?u>/g, '').replace(/[^\p{L}😀]/gu, '')
    fc.assert(
      fc.property(selections, (before) => {
        fc.pre(name !== 'link' || !linkWithText.test(before.text))
        expect(letters(command(before).text)).toBe(letters(before.text))
      }),
    )
  })

  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/), { minLength: 1, maxLength: 4 })
  test.each(Object.entries(all).filter(([name]) => name !== 'divider' && name !== 'link'))(
    'applying the command %s twice to selected plain lines restores the lines',
    (_, command) => {
      fc.assert(
        fc.property(words, (lines) => {
          const text = lines.join('\n')
          expect(command(command({ text, from: 0, to: text.length })).text).toBe(text)
        }),
      )
    },
  )
})
