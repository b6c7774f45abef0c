import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { reservePort } from '#local/ports.ts'
import { serveBuild } from '#tests/support/hosting.ts'

/** The markup that bench/baseline/main.tsx renders. */
const FORM =
  '<main><h1>Sign in</h1><form><label>Email<input type="email" name="email"/></label><label>Password<input type="password" name="password"/></label><button type="submit">Sign in</button></form></main>'

/**
 * Builds bench/baseline and serves the build with the same server as the app.
 * @returns the URL, and a function that stops the server
 */
export async function serveBaseline(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = mkdtempSync('dist-served-')
  await build({
    configFile: false,
    root: 'bench/baseline',
    logLevel: 'error',
    plugins: [
      {
        name: 'rendered',
        transformIndexHtml: (page) => page.replace('<div id="root"></div>', `<div id="root">${FORM}</div>`),
      },
    ],
    build: { outDir: path.resolve(folder), target: 'es2023' },
  })
  const port = await reservePort()
  const hosting = await serveBuild(port, { firestore: 0, auth: 0, functions: 0, radio: 0 }, folder)
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await hosting.close()
      rmSync(folder, { recursive: true })
    },
  }
}
