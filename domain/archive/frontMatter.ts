import { isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml'
import { isFrontMatterField, readFields, type Field, type ImportedFields, type FieldValue } from './importedFields.ts'
import { MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'

/** A Markdown file as an entry. */
export type MarkdownFile = {
  readonly fields: ImportedFields
  readonly content: string
  /** Written by this app: what it has is as it was stored. */
  readonly isFromThisApp: boolean
  /** What became of its head, where that is more than what the entry shows. */
  readonly notes: readonly string[]
}

const FRONT_MATTER = /^---[ \t]*(\r\n|\r|\n)([\s\S]*?)(?<=\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|$)/
/**
 * Reads a Markdown file. What stands between two rules at its top is a head if it is YAML and has a field that a program
 * writes there, and text otherwise. What a head has beyond what an entry can hold is kept, as it is written, in a block
 * of YAML at the end of the text.
 */
export function parseMarkdownFile(file: string): MarkdownFile {
  const match = FRONT_MATTER.exec(file)
  const [whole = '', lineBreak, yaml = ''] = match ?? []
  // The parser knows no line breaks of old systems.
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
  // Other programs leave an empty line below the head.
  const body = isFromThisApp ? text : text.replace(/^(?:[ \t]*\n)+/, '')
  const heading = title.replaceAll(/\s+/g, ' ').trim()
  const headings = heading === '' ? [] : headingsIn(body)
  const isTitleShown = heading === '' || headings.length === 0 || headings.includes(heading)
  const leftovers = lines.filter(
    (line) => left.includes(line) || line.hasComment || (!isTitleShown && line.value === title),
  )
  const content = heading !== '' && headings.length === 0 ? `# ${heading}\n\n${body}` : body
  const notes = unreadable.map(({ source }) => `Its field “${source.replaceAll(/\s+/g, ' ')}” cannot be read.`)
  if (leftovers.length > 0) notes.push(`What has no place in an entry is kept below its text: ${namesOf(leftovers)}.`)
  return { fields, content: appendYaml(content, leftovers), isFromThisApp, notes }
}

/** A field with its lines in the file. */
type FrontMatterField = Field & { readonly source: string; readonly hasComment: boolean }

/** The fields of a head; undefined where it is none, and a reason where it may have been meant as one. */
function parseFrontMatter(yaml: string): readonly FrontMatterField[] | string | undefined {
  const document = parseYaml(yaml)
  if (typeof document === 'string') return /^[\w ]+:(?: |$)/m.test(yaml) ? document : undefined
  const { contents } = document
  if (!isMap(contents) || contents.flow === true) return undefined
  const places = contents.items.map(({ key }) => (isScalar(key) ? key.range?.[0] : undefined))
  if (places.includes(undefined)) return undefined
  // A name may have signs before it: `? mood`, `&anchor mood`.
  const starts = places.map((place = 0) => yaml.lastIndexOf('\n', place - 1) + 1)
  const comments = commentOffsets(yaml)
  const lines = contents.items.map(({ key, value }, index): FrontMatterField => {
    // A comment above the first belongs to it.
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
    return `The lines between its first two rules are no YAML and are kept as text: ${error.message.split('\n')[0] ?? ''}`
  } catch {
    // So many levels within each other that the parser gives up.
    return 'The lines between its first two rules cannot be read as YAML and are kept as text.'
  }
}

/** Where comments begin: the parser gives them to fields in ways that lose their places. */
function commentOffsets(yaml: string): readonly number[] {
  const places: number[] = []
  let at = 0
  for (const token of new Lexer().lex(yaml)) {
    // These signs of the lexer stand for no characters of the text.
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
  // A list in a list is none of its own: `[[2021-03-04]]` is a link of Obsidian.
  const all = node.items.map(toFieldValue)
  return all.every((item) => item !== undefined) ? all.flat() : undefined
}

/** As it is written: `007` is not the number 7. */
const scalarText = ({
  value,
  source,
}: {
  readonly value: unknown
  readonly source?: string | undefined
}): string | null => (value === null ? null : typeof value === 'string' ? value : (source ?? null))

const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ')

/** Longer texts than an entry can have are refused, and not looked through for it. */
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

/** Line breaks of other systems become those of this one, by which the editor counts. */
export const normalizeLineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
