import { isObject, listAt } from '#local/firestore/core/json.ts'
import { RulesSyntaxError } from '#local/firestore/rules/lexer.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'
import { parseJson, sendJson, type Route } from './http.ts'

const CLEAR = /^\/emulator\/v1\/projects\/([^/]+)\/databases\/\(default\)\/documents$/
const RULES = /^\/emulator\/v1\/projects\/([^/]+):securityRules$/

/** The emulator's own endpoints: alive, clear all documents, upload rules. */
export function adminRoute(service: FirestoreService): Route {
  return ({ request, response, url, body }) => {
    const path = decodeURIComponent(url.pathname)
    if (request.method === 'GET' && path === '/') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Ok\n')
      return true
    }
    const cleared = request.method === 'DELETE' ? CLEAR.exec(path)?.[1] : undefined
    if (cleared !== undefined) {
      service.clear(cleared)
      sendJson(response, 200, {})
      return true
    }
    const ruled = request.method === 'PUT' ? RULES.exec(path)?.[1] : undefined
    if (ruled === undefined) return false
    try {
      service.useRules(ruled, compileRules(rulesSource(parseJson(body))))
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
    return true
  }
}

function rulesSource(upload: unknown): string {
  const rules = isObject(upload) ? upload['rules'] : undefined
  const [file] = listAt(isObject(rules) ? rules['files'] : undefined, 'rules.files')
  return isObject(file) && typeof file['content'] === 'string' ? file['content'] : ''
}
