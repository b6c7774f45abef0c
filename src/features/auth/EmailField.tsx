import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly id: string
  readonly value: string
  readonly onType: (value: string) => void
}

/** The address of an account. */
export function EmailField({ id, onType, ...rest }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>Email</label>
      <input
        id={id}
        className="input"
        type="email"
        name="email"
        autoComplete="username"
        onChange={(event) => onType(event.target.value)}
        {...rest}
      />
    </div>
  )
}
