import { authCode } from './authErrors.ts'
import { RESET_TEXT } from '#domain/texts/recovery.ts'

/**
 * Returns the message for a failed password reset (specification §8), or a default text if the error has no message.
 */
export function resetErrorText(error: unknown): string {
  const code = authCode(error)
  if (!code && !(error instanceof Error && error.message)) return RESET_TEXT.sendFailed
  if (code === 'auth/invalid-email') return RESET_TEXT.emailInvalid
  if (code === 'auth/user-not-found') return RESET_TEXT.unknownEmail
  return RESET_TEXT.failed
}
