import { isObject, numberAt, objectAt, stringAt } from '#local/firestore/core/json.ts'
import { timestampOfVersion, versionOfTimestamp } from '#local/firestore/core/timestamps.ts'
import type { Effect, Doc } from '#local/firestore/core/writes.ts'

/** A stored document as the `Document` message. */
export const documentMessage = (doc: Doc) => ({
  name: doc.name,
  fields: doc.fields,
  createTime: timestampOfVersion(doc.createVersion),
  updateTime: timestampOfVersion(doc.updateVersion),
})

/** One write's `WriteResult`: no update time for deletes and verifies, the old one where nothing changed. */
export function writeResult({ write, after, transformResults }: Effect) {
  return {
    ...(after && write.kind !== 'verify' ? { updateTime: timestampOfVersion(after.updateVersion) } : {}),
    ...(transformResults.length > 0 ? { transformResults } : {}),
  }
}

/** The project id in the name of a database or of anything below it. */
export const projectOf = (name: string): string => name.split('/')[1] ?? ''

/** A resume token is the store's epoch and a version: it tells what the client knows. */
export const resumeToken = (epoch: string, version: number): string =>
  Buffer.from(`${epoch}:${version}`).toString('base64')

/** The version of a `Timestamp` message, as a text or as seconds and nanoseconds. */
export function parseVersion(time: unknown): number {
  if (!isObject(time)) return versionOfTimestamp(stringAt(time, 'time'))
  return numberAt(time['seconds'], 'seconds') * 1_000_000 + Math.floor(numberAt(time['nanos'], 'nanos') / 1000)
}

/** The version that a target resumes from; 0 starts from nothing, undefined is a token of another store. */
export function resumeVersion(addTarget: unknown, epoch: string): number | undefined {
  const { resumeToken: token, readTime } = objectAt(addTarget, 'addTarget')
  if (typeof token === 'string' && token !== '') {
    const [tokenEpoch, version] = Buffer.from(token, 'base64').toString().split(':')
    return tokenEpoch === epoch && /^\d+$/.test(version ?? '') ? Number(version) : undefined
  }
  return readTime === undefined || readTime === null ? 0 : parseVersion(readTime)
}
