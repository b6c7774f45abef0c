import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & { readonly id: string }

export function formText(typed: FormData, name: string): string {
  const value = typed.get(name)
  return typeof value === 'string' ? value : ''
}

/** The address of an account; the form reads it when it is sent: it may have been typed before the code was there. */
export function EmailField({ id, ...rest }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>Email</label>
      <input id={id} className="input" type="email" name="email" autoComplete="username" {...rest} />
    </div>
  )
}
