import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  readonly look?: 'key' | 'primary' | 'ghost' | 'danger'
  readonly large?: boolean
}

const LOOKS = {
  key: 'key',
  primary: 'key key-primary',
  ghost: 'key key-ghost',
  danger: 'key key-primary key-danger',
} as const

/** Only one button of a view is `primary`. */
export function Button({ look = 'key', large = false, className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${LOOKS[look]} ${large ? 'key-large' : ''} ${className}`} {...rest} />
}
