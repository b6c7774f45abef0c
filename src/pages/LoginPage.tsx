import { lazy, Suspense } from 'react'
import { AuthScreen } from '#src/features/auth/AuthScreen.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { useHydrated, useMarkUsable } from '#src/boot/useHydrated.ts'
import { useTitle } from '#src/ui/useTitle.ts'

const RenderNothing = () => null

// Nobody waits for it, and where it cannot be had the screen is silent. Its key is not painted before its code is there:
// React drops what is pressed on a part that it has not taken over yet.
const LoginMusic = lazy(async () => ({
  default: (await import('#src/features/auth/LoginMusic.tsx').catch(() => ({ LoginMusic: RenderNothing }))).LoginMusic,
}))

export function LoginPage() {
  useTitle('Sign in')
  useMarkUsable()
  const hydrated = useHydrated()
  return (
    <AuthScreen
      foot={
        hydrated && (
          <Suspense>
            <LoginMusic />
          </Suspense>
        )
      }
    >
      <LoginForm />
    </AuthScreen>
  )
}
