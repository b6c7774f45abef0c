import { lazy, Suspense } from 'react'
import { SIGN_IN_TEXT } from '#domain/texts/signIn.ts'
import { AuthScreen } from '#src/features/auth/AuthScreen.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { useHydrated } from '#src/boot/useHydrated.ts'
import { useMarkPageUsable } from '#src/boot/useMarkPageUsable.ts'
import { useTitle } from '#src/ui/useTitle.ts'

const RenderNothing = () => null

// The form does not wait for the music. If the music's code cannot be loaded, the screen stays silent. The music button
// is rendered only after hydration, because React ignores presses on a part that is not hydrated yet.
const LoginMusic = lazy(async () => ({
  default: (await import('#src/features/auth/LoginMusic.tsx').catch(() => ({ LoginMusic: RenderNothing }))).LoginMusic,
}))

export function LoginPage() {
  useTitle(SIGN_IN_TEXT.pageTitle)
  useMarkPageUsable()
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
