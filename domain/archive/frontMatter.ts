import { isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml'
import { isFrontMatterField, readFields, type Field, type ImportedFields, type FieldValue } from './importedFields.ts'
import { MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'
import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'

/** The parsed content of a Markdown file. */
export type MarkdownFile = {
  readonly fields: ImportedFields
  readonly content: string
  /** Whether this app wrote the file. If so, the fields have the same form as in the database. */
  readonly isFromThisApp: boolean
  /** Notes for the user about front matter that the imported entry cannot show. */
  readonly notes: readonly string[]
}

const FRONT_MATTER = /^---[ \t]*(\r\n|\r|\n)([\s\S]*?)(?<=\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|$)/
/**
 * Parses a Markdown file with optional YAML front matter. A block at the top counts as front matter if it is YAML with
 * at least one known field; otherwise it is text. Fields that an entry cannot have are appended to the text, verbatim,
 * as a YAML code block.
 */
export function parseMarkdownFile(file: string): MarkdownFile {
  const match = FRONT_MATTER.exec(file)
  const [whole = '', lineBreak, yaml = ''] = match ?? []
  // The YAML parser does not support the line endings of classic Mac OS.
  const lines = match ? parseFrontMatter(normalizeLineBreaks(yaml)) : undefined
  if (!lines || typeof lines === 'string')
    return {
      fields: {},
      content: normalizeLineBreaks(file),
      isFromThisApp: false,
      notes: lines === undefined ? [] : [lines],
    }
  const { taken, left, unreadable } = readFields(lines)
  const { title = '', ...fields } = taken
  const isFromThisApp = fields.id !== undefined && fields.level !== undefined && fields.goals !== undefined
  const rest = file.slice(whole.length)
  const text = isFromThisApp && lineBreak === '\n' ? rest : normalizeLineBreaks(rest)
  // Other programs add a blank line below the front matter.
  const body = isFromThisApp ? text : text.replace(/^(?:[ \t]*\n)+/, '')
  const heading = title.replaceAll(/\s+/g, ' ').trim()
  const headings = heading === '' ? [] : headingsIn(body)
  const isTitleShown = heading === '' || headings.length === 0 || headings.includes(heading)
  const leftovers = lines.filter(
    (line) => left.includes(line) || line.hasComment || (!isTitleShown && line.value === title),
  )
  const content = heading !== '' && headings.length === 0 ? `# ${heading}\n\n${body}` : body
  const notes = unreadable.map(({ source }) => IMPORT_ISSUE.fieldKept(source.replaceAll(/\s+/g, ' ')))
  if (leftovers.length > 0) notes.push(IMPORT_ISSUE.fieldsBelowText(namesOf(leftovers)))
  return { fields, content: appendYaml(content, leftovers), isFromThisApp, notes }
}

/** A field with its source lines. */
type FrontMatterField = Field & { readonly source: string; readonly hasComment: boolean }

/**
 * Parses front matter. Returns undefined for a block that is not front matter, or an error text for a block that may be
 * damaged front matter.
 */
function parseFrontMatter(yaml: string): readonly FrontMatterField[] | string | undefined {
  const document = parseYaml(yaml)
  if (typeof document === 'string') return /^[\w ]+:(?: |$)/m.test(yaml) ? document : undefined
  const { contents } = document
  if (!isMap(contents) || contents.flow === true) return undefined
  const places = contents.items.map(({ key }) => (isScalar(key) ? key.range?.[0] : undefined))
  if (places.includes(undefined)) return undefined
  // A key may have a prefix on its line: `? mood`, `&anchor mood`.
  const starts = places.map((place = 0) => yaml.lastIndexOf('\n', place - 1) + 1)
  const comments = commentOffsets(yaml)
  const lines = contents.items.map(({ key, value }, index): FrontMatterField => {
    // A comment above the first field belongs to that field.
    const [from = 0, to = yaml.length] = [index === 0 ? 0 : starts[index], starts[index + 1]]
    return {
      name: isScalar(key) ? String(key.value) : '',
      value: toFieldValue(value),
      source: yaml.slice(from, to).trimEnd(),
      hasComment: comments.some((place) => place >= from && place < to),
    }
  })
  return lines.some(isFrontMatterField) ? lines : undefined
}

function parseYaml(yaml: string): ReturnType<typeof parseDocument> | string {
  try {
    const document = parseDocument(yaml)
    const [error] = document.errors
    if (!error) return document
    return IMPORT_ISSUE.invalidYaml(error.message.split('\n')[0] ?? '')
  } catch {
    // The parser throws an exception for extremely deep nesting.
    return IMPORT_ISSUE.unreadableYaml
  }
}

/** Returns the offsets of comments. The parser attaches comments to fields without their positions. */
function commentOffsets(yaml: string): readonly number[] {
  const places: number[] = []
  let at = 0
  for (const token of new Lexer().lex(yaml)) {
    // Control tokens of the lexer do not correspond to characters of the text.
    if (token === '\u{2}' || token === '\u{18}' || token === '\u{1f}') continue
    if (token.startsWith('#')) places.push(at)
    at += token.length
  }
  return places
}

function toFieldValue(node: unknown): FieldValue {
  if (node === null) return null
  if (isScalar(node)) return scalarText(node)
  if (!isSeq(node)) return undefined
  // Flattens nested lists, because YAML reads the Obsidian link `[[2021-03-04]]` as a list inside a list.
  const all = node.items.map(toFieldValue)
  return all.every((item) => item !== undefined) ? all.flat() : undefined
}

/** Returns the source text of a scalar, so that `007` does not become the number 7. */
const scalarText = ({
  value,
  source,
}: {
  readonly value: unknown
  readonly source?: string | undefined
}): string | null => (value === null ? null : typeof value === 'string' ? value : (source ?? null))

const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ')

/** Ignores texts that are longer than the limit of an entry, because they are rejected anyway. */
function headingsIn(content: string): readonly string[] {
  if (content.length > MAX_CONTENT_CHARACTERS) return []
  return parseMarkdown(content).children.flatMap((node) =>
    node.type === 'heading'
      ? [content.slice(node.children[0]?.position?.start.offset ?? 0, node.children.at(-1)?.position?.end.offset ?? 0)]
      : [],
  )
}

function appendYaml(content: string, lines: readonly FrontMatterField[]): string {
  if (lines.length === 0) return content
  const yaml = lines.map(({ source }) => source).join('\n')
  const fence = '`'.repeat(Math.max(3, ...(yaml.match(/`+/g) ?? []).map((run) => run.length + 1)))
  const text = content.trim() === '' ? '' : content.endsWith('\n') ? `${content}\n` : `${content}\n\n`
  return `${text}${fence}yaml\n${yaml}\n${fence}\n`
}

/** Converts all line endings to `\n`, which the editor requires. */
export const normalizeLineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
