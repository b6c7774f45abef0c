import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/* Fails if comments, test titles or documentation contain words that docs/glossary.md avoids. */

const GLOSSARY = 'docs/glossary.md'
/**
 * Files that are not checked: the glossary contains the avoided words, and the specification is quoted to the letter.
 */
const EXEMPT: ReadonlySet<string> = new Set([GLOSSARY, 'docs/specification.md'])
const ITEM = /^- \*\*(?<term>[^*]+)\*\*: .*\bAvoid: (?<words>.+)\.$/gm
const COMMENT_OR_TITLE =
  /\/\*[^]*?\*\/|(?<![:'"`])\/\/.*|(?:\b(?:test|describe|it)(?:\.\w+)*|[\])]\s*\))\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g
const CODE = /```[^]*?```|`[^`]*`/g

const avoided = [...readFileSync(GLOSSARY, 'utf8').matchAll(ITEM)].flatMap(({ groups }) =>
  (groups?.['words'] ?? '')
    .split(', ')
    .map((word) => ({ word, term: groups?.['term'], pattern: new RegExp(String.raw`\b${word}\b`, 'gi') })),
)
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const problems = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.rules', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.has(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const prose = file.endsWith('.md') ? text.replaceAll(CODE, blank) : proseIn(text)
    return avoided.flatMap(({ word, term, pattern }) =>
      [...prose.matchAll(pattern)].map(
        ({ index }) => `${file}:${prose.slice(0, index).split('\n').length} "${word}": write "${term}"`,
      ),
    )
  })
if (problems.length > 0) console.error([...problems, `${problems.length} avoided words; see ${GLOSSARY}.`].join('\n'))
process.exit(problems.length === 0 ? 0 : 1)

/** Returns the source code, in which everything except comments and test titles is replaced with spaces. */
function proseIn(code: string): string {
  let prose = ''
  let end = 0
  for (const { 0: found, index } of code.matchAll(COMMENT_OR_TITLE)) {
    prose += blank(code.slice(end, index)) + found.replaceAll(CODE, blank)
    end = index + found.length
  }
  return prose
}
