import { randomUUID } from 'node:crypto'
import { FirestoreError, invalidArgument } from '#local/firestore/core/errors.ts'
import { readObject, rejectUnknownKeys, readString, type JsonObject } from '#local/firestore/core/json.ts'
import { applyFieldMask } from '#local/firestore/core/query.ts'
import { parseWrite } from '#local/firestore/core/writes.ts'
import type { Caller } from './caller.ts'
import { documentMessage } from './messages.ts'
import { readDocumentName, readParentName, parseMask } from './requests.ts'
import type { Context, UnaryRpc } from './rpc.ts'

/** The RPCs that write one document. Each RPC commits one write. */

export function createDocument(context: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'createDocument')
    rejectUnknownKeys(
      object,
      ['parent', 'collectionId', 'documentId', 'document', 'mask', 'requestOptions'],
      'createDocument',
    )
    const collection = `${readParentName(object['parent'])}/${readString(object['collectionId'], 'collectionId')}`
    const id = object['documentId'] ? readString(object['documentId'], 'documentId') : newId()
    const name = readDocumentName(`${collection}/${id}`)
    const update = { ...fieldsOf(object['document']), name }
    return commitDocument(context, caller, { update, currentDocument: { exists: false } }, object['mask'])
  }
}

export function updateDocument(context: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'updateDocument')
    rejectUnknownKeys(object, ['document', 'updateMask', 'mask', 'currentDocument', 'requestOptions'], 'updateDocument')
    const { document, updateMask, currentDocument } = object
    const name = readDocumentName(readObject(document, 'document')['name'])
    const update = { ...fieldsOf(document), name }
    return commitDocument(context, caller, { update, updateMask, currentDocument }, object['mask'])
  }
}

export function deleteDocument({ store, guardFor }: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'deleteDocument')
    rejectUnknownKeys(object, ['name', 'currentDocument', 'requestOptions'], 'deleteDocument')
    const name = readDocumentName(object['name'])
    const write = parseWrite({ delete: name, currentDocument: object['currentDocument'] })
    store.commit([write], guardFor(caller, name).writes)
    return {}
  }
}

function commitDocument({ store, guardFor }: Context, caller: Caller, input: JsonObject, mask: unknown): object {
  const write = parseWrite(input)
  const responseMask = parseMask(mask)
  const [effect] = store.commit([write], guardFor(caller, write.name).writes).effects
  if (!effect?.after) throw new FirestoreError('INTERNAL', 'a written document must exist')
  return documentMessage(applyFieldMask(effect.after, responseMask))
}

/**
 * Returns the fields of a `Document` message. Ignores its name, which comes from the URL, and its times, which the
 * server sets.
 */
function fieldsOf(document: unknown): JsonObject {
  const object = readObject(document, 'document')
  rejectUnknownKeys(object, ['name', 'fields', 'createTime', 'updateTime'], 'document')
  if (Array.isArray(object['fields'])) throw invalidArgument('fields must be an object')
  return { fields: object['fields'] }
}

/** Returns an id of the same length as the SDKs' ids. */
const newId = (): string => randomUUID().replaceAll('-', '').slice(0, 20)
