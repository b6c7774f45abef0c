import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns firebase.json for one build of one Firebase project. The security headers contain the project id. Of all
 * inline scripts and styles, the headers allow only those of the build's pages, by their hashes.
 * @param folder the folder of the build
 */
export function hostingConfig(project: string, folder: string): string {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const digests = (element: RegExp): string => {
    const texts = pages.flatMap((page) => [...page.matchAll(element)].map(([, text = '']) => text))
    return [...new Set(texts.map(digestOf))].join(' ')
  }
  return readFileSync('firebase.json', 'utf8')
    .replaceAll('PROJECT', project)
    .replace('INLINE_SCRIPTS', digests(/<script>([^]*?)<\/script>/g))
    .replace('INLINE_STYLES', digests(/<style>([^]*?)<\/style>/g))
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
