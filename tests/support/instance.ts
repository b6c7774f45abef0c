import { fork } from 'node:child_process'
import * as z from 'zod'

/** Sets the maximum heap to 256 MiB, which is Node's default on an instance with 512 MiB of memory. */
const HEAP = '--max-old-space-size=256'
const Started = z.object({ port: z.number() })
const Memory = z.object({ resident: z.number(), peak: z.number() })

/** Current and peak resident memory of the process, in bytes. */
export type InstanceMemory = z.infer<typeof Memory>

export type FunctionInstance = {
  readonly url: string
  readonly memory: () => Promise<InstanceMemory>
  /** Returns everything that the instance has printed since its start. */
  readonly output: () => string
  stop(): void
}

/**
 * Starts an instance of one function (tests/support/functionsInstance.ts).
 * @param maxWaitMs how long a call is queued, in milliseconds, before it is rejected with 429
 */
export async function startFunctionInstance(
  target: string,
  environment: NodeJS.ProcessEnv,
  maxWaitMs: number,
): Promise<FunctionInstance> {
  const instance = fork('tests/support/functionsInstance.ts', {
    execArgv: [HEAP],
    silent: true,
    env: { ...process.env, ...environment, FUNCTION_TARGET: target, WAITS_MS: String(maxWaitMs) },
  })
  const said: string[] = []
  for (const stream of [instance.stdout, instance.stderr])
    stream?.on('data', (part: Buffer) => void said.push(part.toString()))
  const output = () => said.join('')
  const { port } = Started.parse(
    await new Promise((resolve, reject) => {
      instance.once('message', resolve)
      instance.once('exit', () => reject(new Error(`${target} did not start: ${output()}`)))
    }),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    memory: async () => {
      const answer = new Promise((resolve) => instance.once('message', resolve))
      instance.send('memory')
      return Memory.parse(await answer)
    },
    output,
    stop: () => void instance.kill('SIGKILL'),
  }
}
