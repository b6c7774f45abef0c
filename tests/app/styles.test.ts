import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const sheets = new Map(globSync('src/**/*.css').map((file) => [file, read(file).replaceAll(/\/\*[^]*?\*\//g, '')]))
const modules = new Map(globSync('src/**/*.{ts,tsx}').map((file) => [file, read(file)]))
const declared = new Set(
  [...sheets.values()].flatMap((css) => [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)),
)
const markup = [...modules.values(), read('index.html')].join('\n')

/** Class names that no source file contains: a library sets them, or code builds them from a confidence zone. */
const UNWRITTEN = new Set(['contains-task-list', 'task-list-item', 'meter-red', 'meter-amber', 'meter-green'])

test('every class in the markup is declared in a style sheet', () => {
  const used = [...markup.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  expect(used.filter((name) => !declared.has(name))).toEqual([])
})

test('every class declared in a style sheet is used', () => {
  const words = new Set(markup.match(/[a-z][\w-]*/g))
  expect([...declared].filter((name = '') => !words.has(name) && !UNWRITTEN.has(name))).toEqual([])
})

test('every style sheet is imported, and only by files of its folder unless it is in src/styles or src/ui', () => {
  const imports = [...modules, ...sheets].flatMap(([file, text]) =>
    [...text.matchAll(/import\(? ?'(#src|\.\.?)\/([\w/.]+\.css)'/g)].map(([, root = '', name = '']) => ({
      folder: path.dirname(file),
      sheet: path.join(root === '#src' ? 'src' : path.join(path.dirname(file), root), name),
    })),
  )
  expect(
    [...sheets.keys()].filter((file) => !file.endsWith('app.css') && !imports.some(({ sheet }) => sheet === file)),
  ).toEqual([])
  expect(
    imports.filter(({ folder, sheet }) => path.dirname(sheet) !== folder && !/^src\/(?:styles|ui)\//.test(sheet)),
  ).toEqual([])
})
