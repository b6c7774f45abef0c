import { Doorway } from '#src/features/auth/Doorway.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function LoginPage() {
  useTitle('Sign in')
  return (
    <Doorway>
      <LoginForm />
    </Doorway>
  )
}
