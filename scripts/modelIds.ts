import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

const NAMES = ['GEMINI_FAST_MODEL', 'GEMINI_POWERFUL_MODEL']

/**
 * Returns the model ids that deployed functions use. The keys are the names of the app's build variables. Reads `.env`
 * and then `.env.<project>`, as firebase-tools does. An id is empty if the functions use their default model.
 */
export function modelIds(functionsFolder: string, project: string): Readonly<Record<string, string>> {
  const files = ['.env', `.env.${project}`].map((name) => path.join(functionsFolder, name)).filter(existsSync)
  const set = Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))))
  return Object.fromEntries(NAMES.map((name) => [`VITE_${name}`, String(set[name] ?? '')]))
}
