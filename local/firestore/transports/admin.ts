import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isObject, readList, readObject, readString } from '#local/firestore/core/json.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { RulesSyntaxError } from '#local/firestore/rules/lexer.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { exportLines, importText } from '#local/firestore/service/exports.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'
import type { MeteredService } from '#local/firestore/service/usage.ts'
import { decodeUrlPart, parseJson, sendJson, type HttpExchange, type Route } from './http.ts'

type Handler = (exchange: HttpExchange, project: string) => void

const DOCUMENTS = String.raw`/emulator/v1/projects/([^/]+)/databases/\(default\)/documents`
const PROJECT = '/emulator/v1/projects/([^/:]+)'

/** Returns the prefix of all document names of a project. */
export const databaseRoot = (project: string): string => `projects/${project}/databases/(default)/documents`

/**
 * Implements the endpoints that only an emulator has: health, clear, rules, export, import, and the usage of each
 * caller.
 */
export function adminRoute(store: Store, service: MeteredService): Route {
  const handlers: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
    ['GET', /^\/$/, ({ response }) => response.writeHead(200, { 'content-type': 'text/plain' }).end('Ok\n')],
    [
      'DELETE',
      new RegExp(`^${DOCUMENTS}$`),
      ({ response }, project) => {
        store.clear(databaseRoot(project))
        sendJson(response, 200, {})
      },
    ],
    [
      'GET',
      new RegExp(`^${DOCUMENTS}:export$`),
      ({ response }, project) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' })
        response.end([...exportLines(store, databaseRoot(project))].join(''))
      },
    ],
    [
      'PUT',
      new RegExp(`^${DOCUMENTS}:import$`),
      ({ response, body }, project) =>
        sendJson(response, 200, { documents: importText(store, databaseRoot(project), body) }),
    ],
    [
      'GET',
      new RegExp(`^${PROJECT}/usage$`),
      ({ response }) => sendJson(response, 200, Object.fromEntries(service.usage)),
    ],
    ['POST', new RegExp(`^${PROJECT}:export$`), exportForTools(store)],
    ['PUT', new RegExp(`^${PROJECT}:securityRules$`), (exchange, project) => replaceRules(service, exchange, project)],
  ]
  return (exchange) => {
    const at = decodeUrlPart(exchange.url.pathname)
    for (const [method, pattern, handler] of handlers) {
      const match = method === exchange.request.method ? pattern.exec(at) : null
      if (!match) continue
      handler(exchange, match[1] ?? '')
      return true
    }
    return false
  }
}

/**
 * Implements `firebase emulators:export`. The request contains the folder and the name of the export. The next start of
 * the emulator receives the exported file as `--seed_from_export`.
 */
function exportForTools(store: Store): Handler {
  return ({ response, body }, project) => {
    const request = readObject(parseJson(body), 'the body')
    const name = readString(request['export_name'], 'export_name')
    const folder = path.join(readString(request['export_directory'], 'export_directory'), name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      path.join(folder, `${name}.overall_export_metadata`),
      [...exportLines(store, databaseRoot(project))].join(''),
    )
    sendJson(response, 200, {})
  }
}

function replaceRules(service: FirestoreService, { response, body }: HttpExchange, project: string): void {
  try {
    service.useRules(compileRules(rulesSource(parseJson(body))), project)
    sendJson(response, 200, {})
  } catch (error) {
    if (!(error instanceof RulesSyntaxError)) throw error
    const issue = {
      sourcePosition: { line: error.line, column: error.column },
      severity: 'ERROR',
      description: error.message,
    }
    sendJson(response, 400, { issues: [issue] })
  }
}

function rulesSource(upload: unknown): string {
  const rules = isObject(upload) ? upload['rules'] : undefined
  const [file] = readList(isObject(rules) ? rules['files'] : undefined, 'rules.files')
  return readString(readObject(file, 'rules.files[0]')['content'], 'rules.files[0].content')
}
