export const PRODUCT = 'SITREP'

/** The label in the top bar (specification §9). */
export const VERSION = '1.5.0'

/** Returns the title of a page, such as `New entry · SITREP`. */
export const pageTitle = (screen?: string): string => (screen ? `${screen} · ${PRODUCT}` : PRODUCT)
