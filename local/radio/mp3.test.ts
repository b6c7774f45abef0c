import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMp3 } from './mp3.ts'
import { LOCAL_STATIONS } from './stations.ts'

describe('the music of the local radio', () => {
  test.each(LOCAL_STATIONS.map(({ id }) => id))(
    '%s consists of whole frames of 64 kbit/s and repeats without a gap',
    (id) => {
      const bytes = readFileSync(path.join(import.meta.dirname, 'music', `${id}.mp3`))
      const { frames, bytesPerSecond } = readMp3(bytes)
      expect(bytesPerSecond).toBe(8000)
      expect(readMp3(Buffer.concat([bytes, bytes])).frames).toHaveLength(2 * frames.length)
    },
  )
})

test.each([
  ['an empty file', []],
  ['a text file', [...Buffer.from('no music at all')]],
  ['a file with an ID3 tag', [...Buffer.from('ID3\u0004\u0000')]],
])('readMp3 rejects %s', (_, bytes) => {
  expect(() => readMp3(Uint8Array.from(bytes))).toThrow(/no MP3 frame/)
})
