import { expect, test } from 'vitest'
import { rejectedFilesText } from './rejectedFiles.ts'

test.each([
  [[{ name: 'image.png', type: 'image/png' }], 'Nothing was added: entries cannot contain images yet.'],
  [[{ name: 'IMG_1.HEIC', type: '' }], 'Nothing was added: entries cannot contain images yet.'],
  [[{ name: 'notes.MD', type: '' }], 'Nothing was added: to import files, open Archive.'],
  [[{ name: 'journal.zip', type: 'application/zip' }], 'Nothing was added: to import files, open Archive.'],
  [[{ name: 'report.pdf', type: 'application/pdf' }], 'Nothing was added: entries can only contain text.'],
  [
    [
      { name: 'notes.txt', type: 'text/plain' },
      { name: 'map.jpg', type: 'image/jpeg' },
    ],
    'Nothing was added: entries cannot contain images yet.',
  ],
])('explains why the files %j cannot be added to an entry', (files, message) => {
  expect(rejectedFilesText(files)).toBe(message)
})
