import { lazy, Suspense } from 'react'
import { Doorway } from '#src/features/auth/Doorway.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { useUsable } from '#src/ui/useHydrated.ts'
import { useTitle } from '#src/ui/useTitle.ts'

const Nothing = () => null

// Nobody waits for it, and where it cannot be had the screen is silent.
const LoginMusic = lazy(async () => ({
  default: (await import('#src/features/auth/LoginMusic.tsx').catch(() => ({ LoginMusic: Nothing }))).LoginMusic,
}))

export function LoginPage() {
  useTitle('Sign in')
  useUsable()
  return (
    <Doorway
      foot={
        <Suspense>
          <LoginMusic />
        </Suspense>
      }
    >
      <LoginForm />
    </Doorway>
  )
}
