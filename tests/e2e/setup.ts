import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import type { BackendPorts } from '#local/backend.ts'
import { reservePort } from '#local/ports.ts'
import { audioOf, startFakeGemini, FAKE_API_KEY } from '#tests/support/gemini.ts'
import { SPEECH_KEY, startFakeSpeech } from '#tests/support/speech.ts'
import { BackendProcess } from '#tests/support/backendProcess.ts'
import { serveBuild } from '#tests/support/hosting.ts'

/**
 * Builds the app for a backend on free ports. Starts this backend, the hosting, and a control server for the tests.
 */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  const ports: BackendPorts = {
    firestore: await reservePort(),
    auth: await reservePort(),
    functions: await reservePort(),
    radio: await reservePort(),
  }
  const [web, control] = [await reservePort(), await reservePort()]
  const env = {
    ...process.env,
    VITE_LOCAL_FIRESTORE: `127.0.0.1:${ports.firestore}`,
    VITE_LOCAL_AUTH: `127.0.0.1:${ports.auth}`,
    VITE_LOCAL_FUNCTIONS: `127.0.0.1:${ports.functions}`,
    VITE_LOCAL_RADIO: `127.0.0.1:${ports.radio}`,
  }
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
    env,
  })
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'sitrep-e2e-'))
  // Starts a fake Gemini server for the functions. The text `script:` in an entry selects the answers of this server.
  const gemini = await startFakeGemini(await reservePort())
  process.env['GEMINI_API_KEY'] = FAKE_API_KEY
  process.env['GOOGLE_GEMINI_BASE_URL'] = gemini.url
  const speech = await startFakeSpeech(await reservePort())
  process.env['SPEECH_API_KEY'] = SPEECH_KEY
  process.env['SPEECH_BASE_URL'] = speech.url
  const backend = new BackendProcess({ dataFolder, ports })
  await backend.start()
  const functions = `http://127.0.0.1:${ports.functions}/demo-sitrep/europe-west4`
  await wake(functions, config.workers)
  const hosting = await serveBuild(web, ports)

  // The tests run in other processes. The tests use this server to kill and restart the backend, and to read the
  // recordings sent to the model.
  const controlServer = createServer((request, response) => {
    if (request.url === '/heard') return void response.end(JSON.stringify(gemini.requests.flatMap(audioOf)))
    const done =
      request.url === '/kill'
        ? backend.stop('SIGKILL')
        : request.url === '/stop'
          ? backend.stop('SIGINT')
          : backend.start()
    done.then(
      () => response.end('done'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => controlServer.listen(control, '127.0.0.1', resolve))
  process.env['E2E_APP'] = `http://127.0.0.1:${web}`
  process.env['E2E_FIRESTORE'] = `http://127.0.0.1:${ports.firestore}`
  process.env['E2E_AUTH'] = `http://127.0.0.1:${ports.auth}`
  process.env['E2E_RADIO_PORT'] = String(ports.radio)
  process.env['E2E_FUNCTIONS'] = functions
  process.env['E2E_CONTROL'] = `http://127.0.0.1:${control}`

  return async () => {
    controlServer.close()
    await hosting.close()
    await backend.stop('SIGINT')
    await Promise.all([gemini.close(), speech.close()])
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** The Cloud Functions that the app calls. */
const CALLED = ['requestLogAnalysis', 'applyAiSuggestions', 'processVoiceCommand', 'reportError']

/** Starts one process per test worker and function, so that the first tests do not wait for processes to start. */
async function wake(functions: string, callers: number): Promise<void> {
  for (const name of CALLED)
    await Promise.all(Array.from({ length: callers }, () => fetch(`${functions}/${name}`, { method: 'POST' })))
}
