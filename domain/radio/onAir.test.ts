import { describe, expect, test } from 'vitest'
import { onAirText, insertSong } from './onAir.ts'

const SONG = { artist: 'Peat', title: 'Bog Oak' }

test.each([
  [SONG, '*ON AIR: Peat – Bog Oak*'],
  [{ artist: '', title: 'Morning Show' }, '*ON AIR: Morning Show*'],
  [{ artist: 'Star*Dust', title: '[live]_2 & <b>' }, String.raw`*ON AIR: Star\*Dust – \[live\]\_2 \& \<b\>*`],
])('formats the song %j as a line of an entry', (song, text) => {
  expect(onAirText(song)).toBe(text)
})

/** Parses a text in which one `|` marks the caret, or two `|` mark the ends of the text selection. */
const parseMarked = (marked: string) => {
  const text = marked.replaceAll('|', '')
  return { text, from: marked.indexOf('|'), to: marked.lastIndexOf('|') - (marked.split('|').length - 2) }
}

describe('inserting the song on air', () => {
  test.each([
    ['into an empty text', '|', '*ON AIR: Peat – Bog Oak*'],
    ['on an empty line', 'One.\n\n|', 'One.\n\n*ON AIR: Peat – Bog Oak*'],
    ['at the end of a line', 'One.|', 'One.\n\n*ON AIR: Peat – Bog Oak*'],
    ['at the start of a line', '|One.', '*ON AIR: Peat – Bog Oak*\n\nOne.'],
    ['within a line', 'One |two.', 'One \n\n*ON AIR: Peat – Bog Oak*\n\ntwo.'],
    ['in place of the selected text', 'One |two| three', 'One \n\n*ON AIR: Peat – Bog Oak*\n\n three'],
  ])('inserts a song as a separate paragraph: %s', (_, before, after) => {
    expect(insertSong(parseMarked(before), SONG).text).toBe(after)
  })
})
