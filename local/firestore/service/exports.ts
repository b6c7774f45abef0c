import { invalidArgument } from '#local/firestore/core/errors.ts'
import { isObject, readString } from '#local/firestore/core/json.ts'
import { parseDocumentName } from '#local/firestore/core/paths.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion, versionOfTimestamp } from '#local/firestore/core/timestamps.ts'
import { parseFields } from '#local/firestore/core/values.ts'

/*
 * The format of an export is a header line, followed by one line of JSON per document. The names of documents do not
 * include the project, so that another project can import the documents.
 */
const FORMAT = 'firestore-documents'

/** Yields the lines of an export of all documents below `root`. Each line ends with a line feed. */
export function* exportLines(store: Store, root: string): Iterable<string> {
  const docs = store.documents(root)
  yield `${JSON.stringify({ format: FORMAT, version: 1, documents: docs.length })}\n`
  for (const { name, fields, createVersion } of docs) {
    const line = { name: name.slice(root.length + 1), createTime: timestampOfVersion(createVersion), fields }
    yield `${JSON.stringify(line)}\n`
  }
}

/**
 * Replaces all documents below `root` with the documents of an export, in one commit. If a line is invalid, changes
 * nothing and throws INVALID_ARGUMENT with the line number.
 * @returns the number of imported documents
 */
export function importText(store: Store, root: string, text: string): number {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const head = parseLine(first, 1)
  if (!isObject(head) || head['format'] !== FORMAT || head['version'] !== 1)
    throw invalidArgument(`line 1 must say {"format":"${FORMAT}","version":1}; this is no export of a local Firestore`)
  if (head['documents'] !== lines.length)
    throw invalidArgument(
      `line 1 speaks of ${JSON.stringify(head['documents'])} documents, ${lines.length} follow: the file is not whole`,
    )
  const docs = lines.map((line, index) => {
    const at = index + 2
    const entry = parseLine(line, at)
    try {
      if (!isObject(entry)) throw invalidArgument('it is no object')
      const name = `${root}/${readString(entry['name'], 'name')}`
      parseDocumentName(name)
      const createVersion = versionOfTimestamp(readString(entry['createTime'], 'createTime'))
      return { name, fields: parseFields(entry['fields']), createVersion }
    } catch (error) {
      throw invalidArgument(`line ${at}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  store.replaceAll(root, docs)
  return docs.length
}

function parseLine(line: string, at: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw invalidArgument(`line ${at} is not JSON`)
  }
}
