export const PRODUCT = 'SITREP'

/** The label in the top bar (specification §9). */
export const VERSION = '1.5.0'

/** `New entry · SITREP` */
export const pageTitle = (screen?: string): string => (screen ? `${screen} · ${PRODUCT}` : PRODUCT)
