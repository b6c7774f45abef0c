import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { VoiceStrip } from '#src/features/voice/VoiceStrip.tsx'
import { UserSession } from '#src/stores/session.ts'
import { useVoice } from '#src/stores/voice.ts'
import { inSession } from '#tests/support/session.tsx'

test.each([
  ['Received.', 'Received.'],
  ['', 'The assistant has responded.'],
])('for an answer with the reply %j, shows %j', (reply, shown) => {
  const session = new UserSession('alice')
  const voice = useVoice.of(session)
  voice.setState({ attachTarget: async () => {}, leaveEditor: () => {} })
  render(inSession(<VoiceStrip draftKey="one" eyesOnly={false} onText={() => {}} />, session), {
    wrapper: MemoryRouter,
  })
  act(() => voice.setState({ answer: { reply, spoken: true } }))
  expect(screen.getByText(shown)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Say again' })).toBeInTheDocument()
})
