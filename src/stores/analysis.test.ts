import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { AnalysisResponse, ApplyRequest } from '#domain/api.ts'
import { ApiError } from '#domain/errors.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import { analysisState } from '#src/stores/analysis.ts'
import { UserSession } from '#src/stores/session.ts'

const FOUND: AnalysisResponse['suggestions'] = {
  suggestedLogLevel: 'INTEL',
  suggestedGoals: ['Verify'],
  suggestedTags: ['signal'],
  confidence: 0.86,
  applied: false,
  source: 'model',
  tokens: null,
  lastAnalyzed: 1,
}

/**
 * @param every replaces both functions that acquire the lock. By default, the lock of a browser with several tabs is
 *   simulated.
 */
function setUp(every?: () => Promise<() => Promise<void>>) {
  const analyses: PromiseWithResolvers<AnalysisResponse['suggestions']>[] = []
  const applied: { request: ApplyRequest; answer: PromiseWithResolvers<void> }[] = []
  const io: Pick<FunctionsIo, 'analyze' | 'preview' | 'apply'> = {
    analyze: () => {
      const answer = Promise.withResolvers<AnalysisResponse['suggestions']>()
      analyses.push(answer)
      return answer.promise
    },
    preview: async () => ({ instruction: '', data: '' }),
    apply: (request) => {
      const answer = Promise.withResolvers<void>()
      applied.push({ request, answer })
      return answer.promise
    },
  }
  const locks = locksOfTabs()
  const session = new UserSession('alice')
  const store = createStore(
    analysisState(session, async () => io, every ? { tryAcquire: every, acquire: every } : locks.ofTab()),
  )
  return { session, analyses, applied, locks, now: () => store.getState() }
}

/**
 * Simulates the analysis lock of a browser with several tabs, which acquire the lock in the order of their requests.
 */
function locksOfTabs() {
  let last = Promise.resolve()
  let held = 0
  const wait = async (): Promise<() => Promise<void>> => {
    held++
    const before = last
    const mine = Promise.withResolvers<void>()
    last = mine.promise
    await before
    return async () => {
      held--
      mine.resolve()
    }
  }
  return { ofTab: () => ({ acquire: wait, tryAcquire: async () => (held > 0 ? undefined : wait()) }) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('analyzing an entry', () => {
  test('`analyze` marks the entry as being analyzed, then returns the suggestions and opens the panel', async () => {
    const { now, analyses } = setUp()
    expect(now().analyzing).toBeNull()
    const analysis = now().analyze('one')
    await settled()
    expect(now()).toMatchObject({ analyzing: 'one', outcome: null })
    analyses[0]?.resolve(FOUND)
    expect(await analysis).toEqual(FOUND)
    expect(now()).toMatchObject({ analyzing: null, outcome: 'found' })
    expect(now().panels.get('one')).toBe('open')
  })

  test('queued analyses run one after another, in the order of their calls', async () => {
    const { now, analyses } = setUp()
    void now().analyze('one')
    const later = ['two', 'three'].map((id) => now().analyzeInTurn(id, () => true))
    for (const id of ['one', 'two', 'three']) {
      await settled()
      expect(now().analyzing).toBe(id)
      analyses.at(-1)?.resolve(FOUND)
    }
    expect(await Promise.all(later)).toEqual([FOUND, FOUND])
  })

  test('a queued analysis is skipped if the caller no longer wants it by the time the previous analysis ends', async () => {
    const { now, analyses } = setUp()
    void now().analyze('one')
    const later = now().analyzeInTurn('two', () => false)
    await settled()
    analyses[0]?.resolve(FOUND)
    expect(await later).toBeUndefined()
    expect(analyses).toHaveLength(1)
  })

  test('a queued analysis does not start after its user has signed out', async () => {
    const { session, now, analyses } = setUp()
    void now().analyze('one')
    const later = now().analyzeInTurn('two', () => true)
    await settled()
    session.end()
    analyses[0]?.resolve(FOUND)
    expect(await later).toBeUndefined()
    expect(analyses).toHaveLength(1)
  })

  test('while an analysis is running, a second analysis of the same entry or of another entry is rejected', async () => {
    const { now, analyses } = setUp()
    void now().analyze('one')
    await settled()
    for (const id of ['one', 'two'])
      await expect(now().analyze(id)).rejects.toMatchObject({ message: 'Analysis already in progress' })
    expect(analyses).toHaveLength(1)
    expect(now().errors.size, 'the entry has no error').toBe(0)
  })

  test('while another tab runs an analysis, `analyze` rejects and `analyzeInTurn` waits', async () => {
    const { now, analyses, locks } = setUp()
    const release = await locks.ofTab().acquire()
    await expect(now().analyze('one')).rejects.toMatchObject({ message: 'Analysis already in progress' })
    const later = now().analyzeInTurn('one', () => true)
    await settled()
    expect(analyses).toHaveLength(0)
    await release()
    await settled()
    analyses[0]?.resolve(FOUND)
    expect(await later).toEqual(FOUND)
  })

  test('`analyzeInTurn` tries again if the server reports that an analysis is in progress, and stores no error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { now, analyses } = setUp()
    const later = now().analyzeInTurn('one', () => true)
    await settled()
    analyses[0]?.reject(new ApiError(429, 'Analysis already in progress'))
    await settled()
    expect(now()).toMatchObject({ analyzing: null, outcome: null, errors: new Map() })
    await vi.advanceTimersByTimeAsync(5000)
    await settled()
    analyses[1]?.resolve(FOUND)
    expect(await later).toEqual(FOUND)
    vi.useRealTimers()
  })

  test('in a browser without locks, a tab still runs only one analysis at a time', async () => {
    const { now, analyses } = setUp(async () => async () => {})
    void now().analyze('one')
    await settled()
    await expect(now().analyze('two')).rejects.toMatchObject({ message: 'Analysis already in progress' })
    expect(analyses).toHaveLength(1)
  })

  test('the error of a failed analysis is stored until the next analysis of the same entry starts', async () => {
    const { now, analyses } = setUp()
    const analysis = now().analyze('one')
    await settled()
    analyses[0]?.reject(new ApiError(503, 'The AI service is busy.'))
    await expect(analysis).rejects.toThrow('busy')
    expect(now().errors.get('one')).toBe('The AI service is busy.')
    expect(now()).toMatchObject({ analyzing: null, outcome: 'failed' })
    expect(now().panels.has('one')).toBe(false)
    void now().analyze('one')
    await settled()
    expect(now().errors.has('one')).toBe(false)
  })

  test('if the code that calls the analysis service cannot be loaded, `analyze` reports that the service is unreachable', async () => {
    const store = createStore(
      analysisState(new UserSession('alice'), () => Promise.reject(new TypeError('no chunk')), locksOfTabs().ofTab()),
    )
    await expect(store.getState().analyze('one')).rejects.toMatchObject({ status: 0 })
    expect(store.getState().errors.get('one')).toContain('when you are online')
  })
})

describe('applying suggestions', () => {
  test('`apply` sends the chosen suggestions and closes the panel', async () => {
    const { now, applied } = setUp()
    now().openPanel('one')
    const applying = now().apply('one', FOUND)
    expect(now().applying).toEqual(new Set(['one']))
    await settled()
    const { suggestedLogLevel, suggestedGoals, suggestedTags } = FOUND
    expect(applied[0]?.request).toEqual({
      logId: 'one',
      suggestions: { suggestedLogLevel, suggestedGoals, suggestedTags },
    })
    applied[0]?.answer.resolve()
    await applying
    expect(now().applying.size).toBe(0)
    expect(now().panels.get('one')).toBe('dismissed')
  })

  test('`apply` does not wait until suggestions have been applied to another entry', async () => {
    const { now, applied } = setUp()
    const both = [now().apply('one', FOUND), now().apply('two', FOUND)]
    expect(now().applying).toEqual(new Set(['one', 'two']))
    await settled()
    expect(applied.map(({ request }) => request.logId)).toEqual(['one', 'two'])
    applied[0]?.answer.resolve()
    await both[0]
    expect(now().applying).toEqual(new Set(['two']))
  })

  test('if applying suggestions fails, the panel stays open', async () => {
    const { now, applied } = setUp()
    now().openPanel('one')
    const applying = now().apply('one', FOUND)
    await settled()
    applied[0]?.answer.reject(new ApiError(0, 'no'))
    await expect(applying).rejects.toThrow('no')
    expect(now().panels.get('one')).toBe('open')
    expect(now().applying.size).toBe(0)
  })
})

test('a dismissed panel can be opened again', () => {
  const { now } = setUp()
  now().openPanel('one')
  now().dismissPanel('one')
  expect(now().panels.get('one')).toBe('dismissed')
  now().openPanel('one')
  expect(now().panels.get('one')).toBe('open')
})
