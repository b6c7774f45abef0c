import { AuthScreen } from '#src/features/auth/AuthScreen.tsx'
import { RecoveryForm } from '#src/features/auth/RecoveryForm.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function PasswordRecoveryPage() {
  useTitle('Password recovery')
  return (
    <AuthScreen>
      <RecoveryForm />
    </AuthScreen>
  )
}
