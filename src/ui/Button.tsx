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

/** Each view has only one `primary` button. */
export function Button({ look = 'key', large = false, className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${LOOKS[look]} ${large ? 'key-large' : ''} ${className}`} {...rest} />
}
