import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as formatting from './formatting.ts'
import type { FormatCommand } from './formatting.ts'
import { formatSelection, parseSelection } from '#tests/support/textSelections.ts'
import type { TextSelection } from './textSelection.ts'

const pressed = (verb: FormatCommand, before: string): string => formatSelection(verb(parseSelection(before)))

describe('inline formatting commands', () => {
  test.each([
    ['selected words are marked', formatting.bold, 'a ⟨b c⟩ d', 'a **⟨b c⟩** d'],
    ['marks around the selection go', formatting.bold, 'a **⟨b c⟩** d', 'a ⟨b c⟩ d'],
    ['marks within the selection go', formatting.bold, 'a ⟨**b c**⟩ d', 'a ⟨b c⟩ d'],
    ['white space at the ends stays outside', formatting.bold, 'a⟨ b ⟩c', 'a⟨ **b** ⟩c'],
    ['nothing but white space is left alone', formatting.bold, 'a⟨  ⟩c', 'a⟨  ⟩c'],
    ['italic inside bold adds a third asterisk', formatting.italic, '**⟨b⟩**', '***⟨b⟩***'],
    ['italic goes and bold stays', formatting.italic, '***⟨b⟩***', '**⟨b⟩**'],
    ['bold goes and italic stays', formatting.bold, '***⟨b⟩***', '*⟨b⟩*'],
    ['italic words are made bold besides', formatting.bold, '*⟨b⟩*', '***⟨b⟩***'],
    ['strikethrough', formatting.strikethrough, '⟨gone⟩', '~~⟨gone⟩~~'],
    ['underline', formatting.underline, 'a ⟨b⟩', 'a <u>⟨b⟩</u>'],
    ['underline goes', formatting.underline, 'a <u>⟨b⟩</u>', 'a ⟨b⟩'],
    ['code', formatting.inlineCode, 'run ⟨ls⟩', 'run `⟨ls⟩`'],
    ['code that holds a backtick stands between two', formatting.inlineCode, '⟨a`b⟩', '``⟨a`b⟩``'],
    ['code that ends in a backtick keeps its distance', formatting.inlineCode, '⟨a`⟩', '`` ⟨a`⟩ ``'],
    ['lines are marked one by one', formatting.bold, '⟨a\nb⟩', '**⟨a**\n**b⟩**'],
    ['a list keeps its marks in front', formatting.bold, '⟨- a\n- b⟩', '⟨- **a**\n- **b⟩**'],
    ['a numbered task keeps its box in front', formatting.bold, '⟨1. [ ] a⟩', '⟨1. [ ] **a⟩**'],
    ['a heading keeps its number signs in front', formatting.bold, '⟨## a⟩', '⟨## **a⟩**'],
    ['blank lines stay blank', formatting.bold, '⟨a\n\nb⟩', '**⟨a**\n\n**b⟩**'],
    ['lines of which some are marked become all marked', formatting.bold, '⟨**a**\nb⟩', '⟨**a**\n**b⟩**'],
    ['the word of the caret is marked', formatting.bold, 'a wo¦rd b', 'a **wo¦rd** b'],
    ['the mark of the caret’s word goes', formatting.bold, 'a **wo¦rd** b', 'a wo¦rd b'],
    ['without a word there is room for one', formatting.bold, 'a ¦', 'a **¦**'],
    ['room that was not used goes', formatting.bold, 'a **¦**', 'a ¦'],
    ['letters of every script are words', formatting.bold, 'při¦pojeno', '**při¦pojeno**'],
  ])('applies an inline command: %s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('block formatting commands', () => {
  test.each([
    ['heading', formatting.heading(2), 'a¦b', '## a¦b'],
    ['the same heading goes', formatting.heading(2), '## a¦b', 'a¦b'],
    ['another heading takes its place', formatting.heading(1), '### a¦b', '# a¦b'],
    ['a heading on an empty line', formatting.heading(1), 'a\n¦', 'a\n# ¦'],
    ['every selected line', formatting.bulletList, '⟨a\nb⟩', '- ⟨a\n- b⟩'],
    ['a line touched at its very start is not meant', formatting.bulletList, '⟨a\n⟩b', '- ⟨a\n⟩b'],
    ['a list goes', formatting.bulletList, '- ⟨a\n- b⟩', '⟨a\nb⟩'],
    ['numbers count up', formatting.numberedList, '⟨a\n\nb⟩', '1. ⟨a\n\n2. b⟩'],
    ['numbers go', formatting.numberedList, '⟨1. a\n2. b⟩', '⟨a\nb⟩'],
    ['a bullet list becomes a task list', formatting.taskList, '- a¦', '- [ ] a¦'],
    ['a numbered task becomes a bullet and keeps its box', formatting.bulletList, '1. [ ] a¦', '- [ ] a¦'],
    ['a task becomes numbered and keeps its box', formatting.numberedList, '- [x] ⟨a\nb⟩', '1. [x] ⟨a\n2. b⟩'],
    ['a numbered task becomes a task', formatting.taskList, '2) [x] a¦', '- [x] a¦'],
    ['a numbered task loses its box', formatting.numberedList, '1. [ ] a¦', '1. a¦'],
    ['a divider is no list', formatting.bulletList, '* * *¦', '- * * *¦'],
    ['a ticked task becomes a bullet', formatting.bulletList, '- [x] a¦', '- a¦'],
    ['the indent of an item stays', formatting.taskList, '  - a¦', '  - [ ] a¦'],
    ['a code block', formatting.codeBlock, '⟨a\nb⟩', '```\n⟨a\nb⟩\n```'],
    ['a code block goes', formatting.codeBlock, '```\n⟨a\nb⟩\n```', '⟨a\nb⟩'],
    ['a code block with its language goes', formatting.codeBlock, '```sh\na¦\n```', 'a¦'],
    ['a code block whose fences are selected goes', formatting.codeBlock, '⟨```\na\n```⟩', '⟨a⟩'],
    ['a block that holds a fence gets longer ones', formatting.codeBlock, '⟨```\na⟩', '````\n⟨```\na⟩\n````'],
    ['a divider keeps its distance', formatting.divider, 'a¦', 'a\n\n---\n\n¦'],
    ['a divider between lines', formatting.divider, 'a¦\nb', 'a\n\n---\n¦\nb'],
    ['a divider at the start', formatting.divider, '¦', '---\n\n¦'],
    ['a divider below words and an empty line', formatting.divider, 'a\n¦', 'a\n\n---\n\n¦'],
    ['a divider goes', formatting.divider, 'a\n---¦\nb', 'a¦\nb'],
  ])('applies a block command: %s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('links', () => {
  test.each([
    ['words: the address is typed next', 'see ⟨here⟩', 'see [here](⟨https://⟩)'],
    ['an address: its words are typed next', '⟨https://a.org⟩', '[¦](https://a.org)'],
    ['nothing: the words come first', 'see ¦', 'see [¦](https://)'],
    ['a link becomes its words', 'see [he¦re](https://a.org) now', 'see ⟨here⟩ now'],
  ])('toggles a link: %s', (_, before, after) => {
    expect(pressed(formatting.link, before)).toBe(after)
  })

  test.each([
    ['over words it makes a link', 'see ⟨here⟩', 'https://a.org/b?c=d', 'see [here](https://a.org/b?c=d)¦'],
    ['white space around the address goes', '⟨here⟩', ' https://a.org\n', '[here](https://a.org)¦'],
    ['parentheses do not end the address', '⟨here⟩', 'https://a.org/x_(y)', '[here](<https://a.org/x_(y)>)¦'],
    ['mail', '⟨write⟩', 'mailto:a@b.org', '[write](mailto:a@b.org)¦'],
    ['not at a caret', 'see ¦', 'https://a.org', undefined],
    ['not text', '⟨here⟩', 'there', undefined],
    ['not a script', '⟨here⟩', 'javascript:alert(1)', undefined],
    ['not over another address', '⟨https://b.org⟩', 'https://a.org', undefined],
    ['not over several lines', '⟨a\nb⟩', 'https://a.org', undefined],
  ])('handles a pasted URL: %s', (_, before, pasted, after) => {
    const linked = formatting.pasteLink(parseSelection(before), pasted)
    expect(linked && formatSelection(linked)).toBe(after)
  })
})

/** Browsers cannot place the end of a selection inside a surrogate pair. */
const betweenLetters = (text: string, place: number): number =>
  /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place - 1 : place

describe('every formatting command on any text and selection', () => {
  const { pasteLink: _pasteLink, heading, ...plain } = formatting
  const all = { ...plain, h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4) }
  const line = fc.stringMatching(/^[a-zé😀#*`~>\-[\]()1. ]{0,12}$/u)
  const texts = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
  const passages = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]): TextSelection => {
    const places = [a, b].map((place) => betweenLetters(text, place % (text.length + 1)))
    const [from = 0, to = 0] = places.toSorted((x, y) => x - y)
    return { text, from, to }
  })

  test.each(Object.entries(all))('%s keeps the selection within the text', (_, verb) => {
    fc.assert(
      fc.property(passages, (before) => {
        const { text, from, to } = verb(before)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each(Object.entries(all))('%s keeps all letters in their order', (_, verb) => {
    const letters = (text: string) => text.replace(/https:|<\/?u>/g, '').replace(/[^\p{L}😀]/gu, '')
    fc.assert(
      fc.property(passages, (before) => {
        expect(letters(verb(before).text)).toBe(letters(before.text))
      }),
    )
  })

  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/), { minLength: 1, maxLength: 4 })
  test.each(Object.entries(all).filter(([name]) => name !== 'divider' && name !== 'link'))(
    '%s restores selected plain lines when applied twice',
    (_, verb) => {
      fc.assert(
        fc.property(words, (lines) => {
          const text = lines.join('\n')
          expect(verb(verb({ text, from: 0, to: text.length })).text).toBe(text)
        }),
      )
    },
  )
})
