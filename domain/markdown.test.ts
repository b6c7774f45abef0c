import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as markdown from './markdown.ts'
import type { Verb } from './markdown.ts'
import type { Passage } from './passage.ts'

/** `a ⟨b⟩ c` has b selected; `a ¦b` has the caret before b. */
function passage(written: string): Passage {
  const caret = written.indexOf('¦')
  if (caret >= 0) return { text: written.replace('¦', ''), from: caret, to: caret }
  return {
    text: written.replace(/[⟨⟩]/g, ''),
    from: written.indexOf('⟨'),
    to: written.indexOf('⟩') - 1,
  }
}

function marked({ text, from, to }: Passage): string {
  if (from === to) return `${text.slice(0, from)}¦${text.slice(from)}`
  return `${text.slice(0, from)}⟨${text.slice(from, to)}⟩${text.slice(to)}`
}

const pressed = (verb: Verb, before: string): string => marked(verb(passage(before)))

describe('inline verbs', () => {
  test.each([
    ['selected words are marked', markdown.bold, 'a ⟨b c⟩ d', 'a **⟨b c⟩** d'],
    ['marks around the selection go', markdown.bold, 'a **⟨b c⟩** d', 'a ⟨b c⟩ d'],
    ['marks within the selection go', markdown.bold, 'a ⟨**b c**⟩ d', 'a ⟨b c⟩ d'],
    ['white space at the ends stays outside', markdown.bold, 'a⟨ b ⟩c', 'a⟨ **b** ⟩c'],
    ['nothing but white space is left alone', markdown.bold, 'a⟨  ⟩c', 'a⟨  ⟩c'],
    ['italic inside bold adds a third asterisk', markdown.italic, '**⟨b⟩**', '***⟨b⟩***'],
    ['italic goes and bold stays', markdown.italic, '***⟨b⟩***', '**⟨b⟩**'],
    ['bold goes and italic stays', markdown.bold, '***⟨b⟩***', '*⟨b⟩*'],
    ['italic words are made bold besides', markdown.bold, '*⟨b⟩*', '***⟨b⟩***'],
    ['strikethrough', markdown.strikethrough, '⟨gone⟩', '~~⟨gone⟩~~'],
    ['underline', markdown.underline, 'a ⟨b⟩', 'a <u>⟨b⟩</u>'],
    ['underline goes', markdown.underline, 'a <u>⟨b⟩</u>', 'a ⟨b⟩'],
    ['code', markdown.inlineCode, 'run ⟨ls⟩', 'run `⟨ls⟩`'],
    ['code that holds a backtick stands between two', markdown.inlineCode, '⟨a`b⟩', '``⟨a`b⟩``'],
    ['code that ends in a backtick keeps its distance', markdown.inlineCode, '⟨a`⟩', '`` ⟨a`⟩ ``'],
    ['lines are marked one by one', markdown.bold, '⟨a\nb⟩', '**⟨a**\n**b⟩**'],
    ['a list keeps its marks in front', markdown.bold, '⟨- a\n- b⟩', '⟨- **a**\n- **b⟩**'],
    ['a heading keeps its number signs in front', markdown.bold, '⟨## a⟩', '⟨## **a⟩**'],
    ['blank lines stay blank', markdown.bold, '⟨a\n\nb⟩', '**⟨a**\n\n**b⟩**'],
    ['lines of which some are marked become all marked', markdown.bold, '⟨**a**\nb⟩', '⟨**a**\n**b⟩**'],
    ['the word of the caret is marked', markdown.bold, 'a wo¦rd b', 'a **wo¦rd** b'],
    ['the mark of the caret’s word goes', markdown.bold, 'a **wo¦rd** b', 'a wo¦rd b'],
    ['without a word there is room for one', markdown.bold, 'a ¦', 'a **¦**'],
    ['room that was not used goes', markdown.bold, 'a **¦**', 'a ¦'],
    ['letters of every script are words', markdown.bold, 'při¦pojeno', '**při¦pojeno**'],
  ])('%s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('block verbs', () => {
  test.each([
    ['heading', markdown.heading(2), 'a¦b', '## a¦b'],
    ['the same heading goes', markdown.heading(2), '## a¦b', 'a¦b'],
    ['another heading takes its place', markdown.heading(1), '### a¦b', '# a¦b'],
    ['a heading on an empty line', markdown.heading(1), 'a\n¦', 'a\n# ¦'],
    ['every selected line', markdown.bulletList, '⟨a\nb⟩', '- ⟨a\n- b⟩'],
    ['a line touched at its very start is not meant', markdown.bulletList, '⟨a\n⟩b', '- ⟨a\n⟩b'],
    ['a list goes', markdown.bulletList, '- ⟨a\n- b⟩', '⟨a\nb⟩'],
    ['numbers count up', markdown.numberedList, '⟨a\n\nb⟩', '1. ⟨a\n\n2. b⟩'],
    ['numbers go', markdown.numberedList, '⟨1. a\n2. b⟩', '⟨a\nb⟩'],
    ['a bullet list becomes a task list', markdown.taskList, '- a¦', '- [ ] a¦'],
    ['a ticked task becomes a bullet', markdown.bulletList, '- [x] a¦', '- a¦'],
    ['the indent of an item stays', markdown.taskList, '  - a¦', '  - [ ] a¦'],
    ['a code block', markdown.codeBlock, '⟨a\nb⟩', '```\n⟨a\nb⟩\n```'],
    ['a code block goes', markdown.codeBlock, '```\n⟨a\nb⟩\n```', '⟨a\nb⟩'],
    ['a code block with its language goes', markdown.codeBlock, '```sh\na¦\n```', 'a¦'],
    ['a code block whose fences are selected goes', markdown.codeBlock, '⟨```\na\n```⟩', '⟨a⟩'],
    ['a block that holds a fence gets longer ones', markdown.codeBlock, '⟨```\na⟩', '````\n⟨```\na⟩\n````'],
    ['a divider keeps its distance', markdown.divider, 'a¦', 'a\n\n---\n\n¦'],
    ['a divider between lines', markdown.divider, 'a¦\nb', 'a\n\n---\n¦\nb'],
    ['a divider at the start', markdown.divider, '¦', '---\n\n¦'],
    ['a divider below words and an empty line', markdown.divider, 'a\n¦', 'a\n\n---\n\n¦'],
    ['a divider goes', markdown.divider, 'a\n---¦\nb', 'a¦\nb'],
  ])('%s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('links', () => {
  test.each([
    ['words: the address is typed next', 'see ⟨here⟩', 'see [here](⟨https://⟩)'],
    ['an address: its words are typed next', '⟨https://a.org⟩', '[¦](https://a.org)'],
    ['nothing: the words come first', 'see ¦', 'see [¦](https://)'],
    ['a link becomes its words', 'see [he¦re](https://a.org) now', 'see ⟨here⟩ now'],
  ])('%s', (_, before, after) => {
    expect(pressed(markdown.link, before)).toBe(after)
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
  ])('a pasted address: %s', (_, before, pasted, after) => {
    const linked = markdown.pasteLink(passage(before), pasted)
    expect(linked && marked(linked)).toBe(after)
  })
})

describe('Enter', () => {
  test.each([
    ['a bullet', '- a¦', '- a\n- ¦'],
    ['another sign', '* a¦', '* a\n* ¦'],
    ['the next number', '9. a¦', '9. a\n10. ¦'],
    ['a number with a parenthesis', '1) a¦', '1) a\n2) ¦'],
    ['a task is open again', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['an indented item', '  - a¦', '  - a\n  - ¦'],
    ['a quotation', '> a¦', '> a\n> ¦'],
    ['in the middle of an item', '- a¦b', '- a\n- ¦b'],
    ['an empty item ends the list', '- a\n- ¦', '- a\n¦'],
    ['an empty indented item too', '- a\n  - ¦', '- a\n¦'],
    ['plain text', 'a¦', undefined],
    ['before the sign', '¦- a', undefined],
    ['a divider is no list', '---¦', undefined],
  ])('%s', (_, before, after) => {
    const continued = markdown.continueLine(passage(before))
    expect(continued && marked(continued)).toBe(after)
  })
})

/** No browser lets a selection begin within a letter of two units. */
const betweenLetters = (text: string, place: number): number =>
  /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place - 1 : place

describe('every verb, on any text and selection', () => {
  const { pasteLink: _pasteLink, continueLine: _continueLine, heading, ...plain } = markdown
  const verbs = { ...plain, h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4) }
  const line = fc.stringMatching(/^[a-zé😀#*`~>\-[\]()1. ]{0,12}$/u)
  const texts = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
  const passages = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]): Passage => {
    const places = [a, b].map((place) => betweenLetters(text, place % (text.length + 1)))
    const [from = 0, to = 0] = places.toSorted((x, y) => x - y)
    return { text, from, to }
  })

  test.each(Object.entries(verbs))('%s leaves a selection inside the text', (_, verb) => {
    fc.assert(
      fc.property(passages, (before) => {
        const { text, from, to } = verb(before)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each(Object.entries(verbs))('%s keeps every letter in its order', (_, verb) => {
    const letters = (text: string) => text.replace(/https:|<\/?u>/g, '').replace(/[^\p{L}😀]/gu, '')
    fc.assert(
      fc.property(passages, (before) => {
        expect(letters(verb(before).text)).toBe(letters(before.text))
      }),
    )
  })

  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/), { minLength: 1, maxLength: 4 })
  test.each(Object.entries(verbs).filter(([name]) => name !== 'divider' && name !== 'link'))(
    '%s pressed twice gives back selected plain lines',
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
