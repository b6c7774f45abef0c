import 'react'

declare module 'react' {
  /** Lets `style` set CSS custom properties. */
  interface CSSProperties {
    readonly [property: `--${string}`]: string | number | undefined
  }
}
