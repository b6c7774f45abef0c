/** A part of the journal that a screen shows. It is live: the screen receives every change. */
export type View =
  /** The newest listed entries. */
  | { readonly kind: 'list'; readonly limit: number }
  /** The listed entries of a period, in milliseconds since 1970. The end is excluded. */
  | { readonly kind: 'period'; readonly from: number; readonly to: number }
  /** The entries that match a search, the newest first. */
  | { readonly kind: 'search'; readonly text: string; readonly limit: number }
  /** The deleted entries, the most recently deleted first. */
  | { readonly kind: 'trash' }
  | { readonly kind: 'entry'; readonly id: string }
