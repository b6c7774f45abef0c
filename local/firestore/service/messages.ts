import { isObject, readNumber, readObject, readString } from '#local/firestore/core/json.ts'
import { timestampOfVersion, versionOfTimestamp } from '#local/firestore/core/timestamps.ts'
import type { Effect, Doc } from '#local/firestore/core/writes.ts'

/** Returns a stored document as a `Document` message. */
export const documentMessage = (doc: Doc) => ({
  name: doc.name,
  fields: doc.fields,
  createTime: timestampOfVersion(doc.createVersion),
  updateTime: timestampOfVersion(doc.updateVersion),
})

/**
 * Returns the `WriteResult` of a write. A delete or verify has no update time. A write that changed nothing has the
 * previous update time.
 */
export function writeResultMessage({ write, after, transformResults }: Effect) {
  return {
    ...(after && write.kind !== 'verify' ? { updateTime: timestampOfVersion(after.updateVersion) } : {}),
    ...(transformResults.length > 0 ? { transformResults } : {}),
  }
}

/** Returns the project id in the name of a database, a document or a collection. */
export const projectOf = (name: string): string => name.split('/')[1] ?? ''

/** Returns a resume token, which contains the store's epoch and the version that the client has. */
export const resumeToken = (epoch: string, version: number): string =>
  Buffer.from(`${epoch}:${version}`).toString('base64')

/** Parses a `Timestamp` message, which is a text in RFC 3339 or an object with seconds and nanoseconds. */
export function parseVersion(time: unknown): number {
  if (!isObject(time)) return versionOfTimestamp(readString(time, 'time'))
  return readNumber(time['seconds'], 'seconds') * 1_000_000 + Math.floor(readNumber(time['nanos'], 'nanos') / 1000)
}

/**
 * Returns the version that a listener resumes from: 0 for a new target, or undefined if the token is from another
 * store.
 */
export function resumeVersion(addTarget: unknown, epoch: string): number | undefined {
  const { resumeToken: token, readTime } = readObject(addTarget, 'addTarget')
  if (typeof token === 'string' && token !== '') {
    const [tokenEpoch, version] = Buffer.from(token, 'base64').toString().split(':')
    return tokenEpoch === epoch && /^\d+$/.test(version ?? '') ? Number(version) : undefined
  }
  return readTime === undefined || readTime === null ? 0 : parseVersion(readTime)
}
