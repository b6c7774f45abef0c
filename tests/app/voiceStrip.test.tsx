import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { VoiceStrip } from '#src/features/voice/VoiceStrip.tsx'
import { useVoice } from '#src/stores/voice.ts'

test.each([
  ['Received.', 'Received.'],
  ['', 'The assistant has responded.'],
])('for an answer with the reply %j, shows %j', (reply, shown) => {
  useVoice.setState({ attachTarget: async () => {}, leaveEditor: () => {} })
  render(<VoiceStrip draftKey="one" eyesOnly={false} onText={() => {}} />, { wrapper: MemoryRouter })
  act(() => useVoice.setState({ answer: { reply, spoken: true } }))
  expect(screen.getByText(shown)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Say again' })).toBeInTheDocument()
})
