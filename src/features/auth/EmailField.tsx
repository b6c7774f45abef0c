import type { InputHTMLAttributes } from 'react'
import { SIGN_IN_TEXT } from '#domain/texts/signIn.ts'

type Props = InputHTMLAttributes<HTMLInputElement> & { readonly id: string }

export function formValue(typed: FormData, name: string): string {
  const value = typed.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Renders an uncontrolled email field, because React state would lose text typed before hydration. The form reads the
 * value on submit.
 */
export function EmailField({ id, ...rest }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{SIGN_IN_TEXT.email}</label>
      <input id={id} className="input" type="email" name="email" autoComplete="username" {...rest} />
    </div>
  )
}
