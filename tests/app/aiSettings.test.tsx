import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** Renders the AI settings as if the app had been built with this id for the fast model. */
async function panel(fast: string) {
  vi.resetModules()
  vi.stubEnv('VITE_GEMINI_FAST_MODEL', fast)
  const { AiSettings } = await import('#src/features/settings/AiSettings.tsx')
  // The import of the component loads a new copy of all modules.
  const { inSession } = await import('#tests/support/session.tsx')
  render(inSession(<AiSettings />))
  return (name: string) => screen.getByRole('slider', { name })
}

test.each<[id: string, temperature: RegExp, thinking: RegExp]>([
  ['', /^Not used, because this model controls/, /thinking levels: 2048 means low/],
  ['gemini-2.5-flash', /^Low values give predictable suggestions/, /0 is the shortest possible\.$/],
  ['gemini-9-unheard-of', /^Not used, because this model controls/, /^Not used, because this model decides how long/],
])('for the model %j, the descriptions state which settings have an effect', async (id, temperature, thinking) => {
  const slider = await panel(id)
  expect(slider('Temperature')).toHaveAccessibleDescription(temperature)
  expect(slider('Thinking budget')).toHaveAccessibleDescription(thinking)
  expect(slider('Thinking budget')).toBeEnabled()
})
