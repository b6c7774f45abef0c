import { isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml'
import { isFrontMatter, readFields, type Field, type ImportedFields, type Written } from './importedFields.ts'
import { MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { markdownTree } from '#domain/text/markdownTree.ts'

/** A Markdown file as an entry. */
export type MarkdownFile = {
  readonly fields: ImportedFields
  readonly content: string
  /** Written by this app: what it has is as it was stored. */
  readonly isOurs: boolean
  /** What became of its head, where that is more than what the entry shows. */
  readonly notes: readonly string[]
}

const HEAD = /^---[ \t]*(\r\n|\r|\n)([\s\S]*?)(?<=\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|$)/
/**
 * Reads a Markdown file. What stands between two rules at its top is a head if it is YAML and has a field that a program
 * writes there, and text otherwise. What a head has beyond what an entry can hold is kept, as it is written, in a block
 * of YAML at the end of the text.
 */
export function readMarkdownFile(file: string): MarkdownFile {
  const found = HEAD.exec(file)
  const [whole = '', lineBreak, yaml = ''] = found ?? []
  // The parser knows no line breaks of old systems.
  const lines = found ? headLines(unixLines(yaml)) : undefined
  if (!lines || typeof lines === 'string')
    return { fields: {}, content: unixLines(file), isOurs: false, notes: lines === undefined ? [] : [lines] }
  const { taken, left, unreadable } = readFields(lines)
  const { title = '', ...fields } = taken
  const isOurs = fields.id !== undefined && fields.level !== undefined && fields.goals !== undefined
  const after = file.slice(whole.length)
  const text = isOurs && lineBreak === '\n' ? after : unixLines(after)
  // Other programs leave an empty line below the head.
  const body = isOurs ? text : text.replace(/^(?:[ \t]*\n)+/, '')
  const heading = title.replaceAll(/\s+/g, ' ').trim()
  const headings = heading === '' ? [] : headingsIn(body)
  const hasPlace = heading === '' || headings.length === 0 || headings.includes(heading)
  const kept = lines.filter((line) => left.includes(line) || line.hasComment || (!hasPlace && line.value === title))
  const content = heading !== '' && headings.length === 0 ? `# ${heading}\n\n${body}` : body
  const notes = unreadable.map(({ source }) => `Its field “${source.replaceAll(/\s+/g, ' ')}” cannot be read.`)
  if (kept.length > 0) notes.push(`What has no place in an entry is kept below its text: ${namesOf(kept)}.`)
  return { fields, content: withYaml(content, kept), isOurs, notes }
}

/** A field with its lines in the file. */
type HeadLine = Field & { readonly source: string; readonly hasComment: boolean }

/** The fields of a head; undefined where it is none, and a reason where it may have been meant as one. */
function headLines(yaml: string): readonly HeadLine[] | string | undefined {
  const document = documentOf(yaml)
  if (typeof document === 'string') return /^[\w ]+:(?: |$)/m.test(yaml) ? document : undefined
  const { contents } = document
  if (!isMap(contents) || contents.flow === true) return undefined
  const places = contents.items.map(({ key }) => (isScalar(key) ? key.range?.[0] : undefined))
  if (places.includes(undefined)) return undefined
  // A name may have signs before it: `? mood`, `&anchor mood`.
  const starts = places.map((place = 0) => yaml.lastIndexOf('\n', place - 1) + 1)
  const comments = commentsIn(yaml)
  const lines = contents.items.map(({ key, value }, index): HeadLine => {
    // A comment above the first belongs to it.
    const [from = 0, to = yaml.length] = [index === 0 ? 0 : starts[index], starts[index + 1]]
    return {
      name: isScalar(key) ? String(key.value) : '',
      value: writtenIn(value),
      source: yaml.slice(from, to).trimEnd(),
      hasComment: comments.some((place) => place >= from && place < to),
    }
  })
  return lines.some(isFrontMatter) ? lines : undefined
}

function documentOf(yaml: string): ReturnType<typeof parseDocument> | string {
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
function commentsIn(yaml: string): readonly number[] {
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

function writtenIn(node: unknown): Written {
  if (node === null) return null
  if (isScalar(node)) return scalarText(node)
  if (!isSeq(node)) return undefined
  // A list in a list is none of its own: `[[2021-03-04]]` is a link of Obsidian.
  const all = node.items.map(writtenIn)
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
  return markdownTree(content).children.flatMap((node) =>
    node.type === 'heading'
      ? [content.slice(node.children[0]?.position?.start.offset ?? 0, node.children.at(-1)?.position?.end.offset ?? 0)]
      : [],
  )
}

function withYaml(content: string, lines: readonly HeadLine[]): string {
  if (lines.length === 0) return content
  const yaml = lines.map(({ source }) => source).join('\n')
  const fence = '`'.repeat(Math.max(3, ...(yaml.match(/`+/g) ?? []).map((run) => run.length + 1)))
  const text = content.trim() === '' ? '' : content.endsWith('\n') ? `${content}\n` : `${content}\n\n`
  return `${text}${fence}yaml\n${yaml}\n${fence}\n`
}

/** Line breaks of other systems become those of this one, by which the editor counts. */
export const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
