import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { songText } from './song.ts'
import { MAX_SONG_TEXT_CHARACTERS, cleanSongText, parseSongs, parseSong } from './songList.ts'

const listed = (changes: object) => ({
  artist: 'Peat',
  title: 'Bog Oak',
  album: 'Standing Water',
  date: '1790000000',
  ...changes,
})

test('returns songs in the order in which the station lists them', () => {
  expect(
    parseSongs({ id: 'dronezone', songs: [listed({}), listed({ title: 'Sphagnum', album: '', albumart: '' })] }),
  ).toEqual([
    { artist: 'Peat', title: 'Bog Oak', album: 'Standing Water', date: 1_790_000_000_000 },
    { artist: 'Peat', title: 'Sphagnum', album: null, date: 1_790_000_000_000 },
  ])
})

test.each<[string, object, object]>([
  ['a date as a number', { date: 1_790_000_000 }, { date: 1_790_000_000_000 }],
  ['an invalid date', { date: 'soon' }, { date: null }],
  ['a date below the valid range', { date: '-5' }, { date: null }],
  ['a date above the valid range', { date: '1e300' }, { date: null }],
  ['no date', { date: undefined }, { date: null }],
  ['an invalid album', { album: 7 }, { album: null }],
  ['an empty artist', { artist: '' }, { artist: '' }],
])('parses a song with %s', (_, changes, expected) => {
  expect(parseSongs({ songs: [listed(changes)] })).toEqual([
    { artist: 'Peat', title: 'Bog Oak', album: 'Standing Water', date: 1_790_000_000_000, ...expected },
  ])
})

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['a song without a title', { artist: 'Peat' }],
  ['a song with an empty title', listed({ title: ' \u202E ' })],
  ['a song whose artist is not a text', listed({ artist: 7 })],
])('skips %s and keeps the other songs', (_, bad) => {
  expect(parseSongs({ songs: [bad, listed({})] }).map(({ title }) => title)).toEqual(['Bog Oak'])
})

test.each([null, [], { songs: 'none' }, 'a page'])('rejects %j as a list of songs', (answer) => {
  expect(() => parseSongs(answer)).toThrow(/expected/)
})

test('limits the list to twenty songs', () => {
  const songs = Array.from({ length: 50 }, (_, index) => listed({ title: `Song ${index}` }))
  expect(parseSongs({ songs })).toHaveLength(20)
})

test('removes a song that is listed twice with the same time, but keeps a song that was played twice', () => {
  expect(parseSongs({ songs: [listed({}), listed({}), listed({ date: '1790000300' })] })).toHaveLength(2)
})

test.each<[string, string]>([
  ['evil\u202Etxt.exe', 'evil txt.exe'],
  ['two\nlines\r\n\tand a bell\u0007', 'two lines and a bell'],
  ['zero\u200Bwidth\uFEFF', 'zero width'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['Sigur Rós — Ágætis byrjun 🎧', 'Sigur Rós — Ágætis byrjun 🎧'],
  ['Three Lions 🏴󠁧󠁢󠁥󠁮󠁧󠁿!', 'Three Lions 🏴󠁧󠁢󠁥󠁮󠁧󠁿!'],
  ['a\u{E0067}\u{E0062}\u{E007F}b 🏴\u{E0061}', 'a b 🏴'],
  ['Donau&shy;walzer', 'Donauwalzer'],
  ['👩‍🚀 می\u200Cخواهم\u200C', '👩‍🚀 می\u200Cخواهم'],
  ['\u200D', ''],
  ['Rock &amp; Roll &#39;n&#x2019; Caf&eacute;', "Rock & Roll 'n’ Café"],
  ['&amp;amp; AT&T &', '&amp; AT&T &'],
  ['a&nbsp;b&#10;c&#x202E;d', 'a b c d'],
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['&#1055;'.repeat(200), 'П'.repeat(200)],
  [`${'x'.repeat(198)}👩‍🚀`, 'x'.repeat(198)],
])('cleans the song text %j to %j', (text, shown) => {
  expect(cleanSongText(text)).toBe(shown)
})

/** Letters, control characters, invisible characters, surrogate pairs, lone surrogates and HTML. */
const CHARACTERS = fc.constantFrom(
  'a',
  'ß',
  ' ',
  '\n',
  '\t',
  '\u0007',
  '\u202E',
  '\u200B',
  '\uFEFF',
  '🎧',
  '\uD83C',
  '\uDFA7',
  '<',
  '<b>',
)

test('cleans any text to one line of limited length, and does not change a text that is already clean', () => {
  fc.assert(
    fc.property(fc.string({ unit: CHARACTERS, maxLength: 1000 }), (text) => {
      const shown = cleanSongText(text)
      expect(Array.from(shown).length).toBeLessThanOrEqual(MAX_SONG_TEXT_CHARACTERS)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
      expect(shown.isWellFormed()).toBe(true)
      expect(cleanSongText(shown)).toBe(shown)
    }),
  )
})

test.each<[string, object | undefined]>([
  ['Null Route - Handshake', { artist: 'Null Route', title: 'Handshake' }],
  ['A - B - C', { artist: 'A', title: 'B - C' }],
  ['Morning Show', { artist: '', title: 'Morning Show' }],
  ['', undefined],
])('parses the song text %j of the station directory', (text, song) => {
  expect(parseSong(text)).toEqual(song && { ...song, album: null, date: null })
})

describe('song as text', () => {
  const song = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
  test('formats a song as artist and title', () => expect(songText(song)).toBe('Peat – Bog Oak'))
  test('formats a song without an artist as its title', () => expect(songText({ ...song, artist: '' })).toBe('Bog Oak'))
})
