import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

const NAMES = ['GEMINI_FAST_MODEL', 'GEMINI_POWERFUL_MODEL']

/**
 * The ids of the models as a deployment of these functions has them, under the names the app is built with. Read as
 * firebase-tools does: `.env`, then `.env.<project>`. Empty where the functions have their default.
 */
export function modelIds(functionsFolder: string, project: string): Readonly<Record<string, string>> {
  const files = ['.env', `.env.${project}`].map((name) => path.join(functionsFolder, name)).filter(existsSync)
  const set = Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))))
  return Object.fromEntries(NAMES.map((name) => [`VITE_${name}`, String(set[name] ?? '')]))
}
