import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium, type BrowserContext } from '@playwright/test'
import { browserOptions } from './browser.ts'

/** A browser that stores its profile on disk and that a test can kill. */
export type PersistentBrowser = {
  readonly context: BrowserContext
  /** The port on which the browser offers the DevTools protocol. */
  readonly port: number
  /** Kills the browser immediately, like a crash or a power failure. */
  kill(): Promise<void>
}

/** @param profile the path of the profile's folder, which a second browser can use after this browser has ended */
export async function startPersistentBrowser(profile: string): Promise<PersistentBrowser> {
  const { args, executablePath = chromium.executablePath() } = browserOptions()
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      '--no-default-browser-check',
      // Tests navigate more often than Chromium's flooding protection allows.
      '--disable-ipc-flooding-protection',
      `--user-data-dir=${profile}`,
      // Opens a blank page, because the process of the new tab page may not respond.
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the browser has ended:\n${said}`)))
  })
  const kill = async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // Kills the whole process group, which includes the child processes.
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  try {
    const browser = await chromium.connectOverCDP(address)
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context.')
    return { context, port: Number(new URL(address).port), kill }
  } catch (error) {
    await kill()
    throw error
  }
}
