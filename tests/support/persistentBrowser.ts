import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium, type BrowserContext } from '@playwright/test'
import { browserOptions } from './browser.ts'

/** A browser with a profile on disk, as a person has one, that can be killed. */
export type PersistentBrowser = {
  readonly context: BrowserContext
  /** Where it is steered from. */
  readonly port: number
  /** At once, as a crash or a dead battery would. */
  kill(): Promise<void>
}

/** @param profile the folder of the profile, which the next browser goes on with */
export async function startPersistentBrowser(profile: string): Promise<PersistentBrowser> {
  const { args, executablePath = chromium.executablePath() } = browserOptions()
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      '--no-default-browser-check',
      // A test goes from screen to screen faster than Chromium lets pages do.
      '--disable-ipc-flooding-protection',
      `--user-data-dir=${profile}`,
      // The page for new tabs is a program of its own, which need not answer.
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
    // With its children: it is the first of its group.
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
