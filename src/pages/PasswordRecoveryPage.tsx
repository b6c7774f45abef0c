import { RECOVERY_TEXT } from '#domain/texts/recovery.ts'
import { AuthScreen } from '#src/features/auth/AuthScreen.tsx'
import { RecoveryForm } from '#src/features/auth/RecoveryForm.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function PasswordRecoveryPage() {
  useTitle(RECOVERY_TEXT.title)
  return (
    <AuthScreen>
      <RecoveryForm />
    </AuthScreen>
  )
}
