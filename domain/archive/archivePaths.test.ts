import { expect, test } from 'vitest'
import { normalizeArchivePath, isSystemFile, isOutsideArchive } from './archivePaths.ts'

test.each([
  ['a.md', 'a.md'],
  ['Vault\\day\\a.md', 'Vault/day/a.md'],
  ['./a.md', 'a.md'],
  ['.\\day\\a.md', 'day/a.md'],
  ['././day/./a.md', 'day/a.md'],
  ['.//a.md', 'a.md'],
  ['what.../a.md', 'what.../a.md'],
  ['../a.md', '../a.md'],
  ['./../a.md', '../a.md'],
])('normalizes the path %s to %s', (written, path) => {
  expect(normalizeArchivePath(written)).toBe(path)
})

test.each([
  ['../a.md', true],
  ['a/../../b.md', true],
  ['/a.md', true],
  ['C:/a.md', true],
  ['Q: why.md', false],
  ['a..b/c..md', false],
])('returns whether the path %s points outside the archive: %s', (path, escapes) => {
  expect(isOutsideArchive(path)).toBe(escapes)
})

test.each([
  ['.obsidian/app.json', true],
  ['Vault/.trash/a.md', true],
  ['__MACOSX/._a.md', true],
  ['__MACOSX.md', false],
  ['a.md', false],
])('returns whether the file %s is a system file: %s', (path, isSystem) => {
  expect(isSystemFile(path)).toBe(isSystem)
})
