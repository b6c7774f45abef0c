import { expect, test } from 'vitest'
import { bestPlaylist, firstStreamUrl, parseChannels, toSafeStreamUrl } from './directory.ts'

const list = (format: string, quality: string) => ({ url: `https://x/${format}-${quality}`, format, quality })

test('skips invalid channels and playlists and keeps the others', () => {
  const channels = parseChannels({
    channels: [
      null,
      { id: 'noplaylists' },
      { id: 'odd', playlists: [null, { url: 1 }, list('mp3', 'high')] },
      { id: 'good', playlists: [list('aac', 'high')], listeners: 'x' },
    ],
  })
  expect([...channels]).toEqual([
    ['odd', { playlists: [list('mp3', 'high')], lastPlaying: undefined }],
    ['good', { playlists: [list('aac', 'high')], lastPlaying: undefined }],
  ])
})

test.each([
  ['from the field that the service writes', { lastPlaying: 'Peat - Bog Oak' }, 'Bog Oak'],
  ['from the field that the specification names', { lastplaying: 'Peat - Bog Oak' }, 'Bog Oak'],
  ['as undefined if the channel has no such field', {}, undefined],
  ['as undefined if the field is not a text', { lastPlaying: 7 }, undefined],
])('reads the last song of a channel in the station directory: %s', (_, field, title) => {
  const channels = parseChannels({ channels: [{ id: 'dronezone', playlists: [], ...field }] })
  expect(channels.get('dronezone')?.lastPlaying?.title).toBe(title)
})

test.each([[{}], [[]], [null], ['text'], [{ channels: {} }]])('rejects %j as a station directory', (answer) => {
  expect(() => parseChannels(answer)).toThrow(/./)
})

test.each([
  ['the highest quality', [list('mp3', 'low'), list('mp3', 'highest'), list('mp3', 'high')], 'https://x/mp3-highest'],
  ['only MP3', [list('aac', 'highest'), list('MP3', 'low')], 'https://x/MP3-low'],
  ['an unknown quality if there is no other', [list('mp3', 'odd')], 'https://x/mp3-odd'],
  ['a known quality before an unknown one', [list('mp3', 'odd'), list('mp3', 'low')], 'https://x/mp3-low'],
  ['nothing if none is MP3', [list('aac', 'highest')], undefined],
])('selects a playlist by format and quality: %s', (_, playlists, url) => {
  expect(bestPlaylist(playlists)).toBe(url)
})

test.each([
  ['[playlist]\nnumberofentries=1\nFile1=https://a/b\nTitle1=x', 'https://a/b'],
  ['\uFEFF[Playlist]\r\nFile10=https://ten\r\n file1 = https://one \r\nFile2=https://two', 'https://one'],
  ['\uFEFFfile1=https://first/line', 'https://first/line'],
  ['[playlist]\nTitle1=File1=https://not/this', undefined],
  ['[playlist]\nnumberofentries=0\nVersion=2', undefined],
  ['', undefined],
  ['<html>not found</html>', undefined],
])('returns the URL of the first stream in the playlist %j: %s', (playlist, stream) => {
  expect(firstStreamUrl(playlist)).toBe(stream)
})

test.each([
  ['https://ice1.somafm.com/x-128-mp3', 'https://ice1.somafm.com/x-128-mp3'],
  ['http://ice1.somafm.com/x', 'https://ice1.somafm.com/x'],
  ['https://somafm.com/x', 'https://somafm.com/x'],
  ['http://127.0.0.1:8090/streams/x', 'http://127.0.0.1:8090/streams/x'],
  ['http://127.0.0.1:8091/streams/x', undefined],
  ['https://evilsomafm.com/x', undefined],
  ['https://somafm.com.evil.example/x', undefined],
  ['https://ice1.somafm.com:8443/x', undefined],
  ['https://user@ice1.somafm.com/x', undefined],
  ['javascript:alert(1)', undefined],
  ['data:audio/mpeg;base64,AAAA', undefined],
  ['/relative', undefined],
])('converts the stream URL %s to a URL that is safe to play: %s', (address, safe) => {
  expect(toSafeStreamUrl(address, ['somafm.com'], 'http://127.0.0.1:8090')).toBe(safe)
})
