import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { BackendPorts } from '#local/backend.ts'
import { reservePort } from '#local/ports.ts'
import { serveBuild } from './hosting.ts'

/** A web server to which a test can deploy other versions of the app. Old files stay, as on Firebase Hosting. */
export type OwnHosting = {
  readonly url: string
  deployNext(): void
  /** Deploys the initial version again. */
  deployFirst(): void
  /** Deploys a changed service worker with unchanged pages. */
  deployWorker(): void
  close(): Promise<void>
}

const PORTS = ['FIRESTORE', 'AUTH', 'FUNCTIONS'] as const

export async function startTestHosting(): Promise<OwnHosting> {
  const folder = mkdtempSync('dist-served-')
  const next = `${folder}-next`
  cpSync('dist', folder, { recursive: true })
  const [firestore = 0, auth = 0, functions = 0] = PORTS.map((name) =>
    Number(new URL(process.env[`E2E_${name}`] ?? '').port),
  )
  const backend: BackendPorts = { firestore, auth, functions, radio: Number(process.env['E2E_RADIO_PORT']) }
  const port = await reservePort()
  const hosting = await serveBuild(port, backend, folder)
  return {
    url: `http://127.0.0.1:${port}`,
    deployNext() {
      const host = (at: number) => `127.0.0.1:${at}`
      execFileSync(
        process.execPath,
        ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', next, '--emptyOutDir'],
        {
          stdio: 'inherit',
          env: {
            ...process.env,
            VITE_LOCAL_FIRESTORE: host(backend.firestore),
            VITE_LOCAL_AUTH: host(backend.auth),
            VITE_LOCAL_FUNCTIONS: host(backend.functions),
            VITE_LOCAL_RADIO: host(backend.radio),
            // A different value of one constant changes the code and therefore the file names of the build.
            VITE_ACCOUNT_RECOVERY_URL: '/password-recovery?version=next',
          },
        },
      )
      cpSync(next, folder, { recursive: true })
    },
    deployFirst: () => cpSync('dist', folder, { recursive: true }),
    deployWorker: () => appendFileSync(`${folder}/sw.js`, '\n// Another one.\n'),
    async close() {
      await hosting.close()
      for (const one of [folder, next]) rmSync(one, { recursive: true, force: true })
    },
  }
}
