import { expect, test } from 'vitest'
import { rejectedFilesText } from './rejectedFiles.ts'

test.each([
  [[{ name: 'image.png', type: 'image/png' }], 'Nothing was added: an entry cannot hold pictures yet.'],
  [[{ name: 'IMG_1.HEIC', type: '' }], 'Nothing was added: an entry cannot hold pictures yet.'],
  [[{ name: 'notes.MD', type: '' }], 'Nothing was added: files are imported in the Archive view.'],
  [[{ name: 'journal.zip', type: 'application/zip' }], 'Nothing was added: files are imported in the Archive view.'],
  [[{ name: 'report.pdf', type: 'application/pdf' }], 'Nothing was added: an entry holds text alone.'],
  [
    [
      { name: 'notes.txt', type: 'text/plain' },
      { name: 'map.jpg', type: 'image/jpeg' },
    ],
    'Nothing was added: an entry cannot hold pictures yet.',
  ],
])('explains why the files cannot be added: %j', (files, message) => {
  expect(rejectedFilesText(files)).toBe(message)
})
