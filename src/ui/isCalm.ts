/** Whether the person wants things to move less; `showComfort` has asked. */
export const isCalm = (): boolean => document.documentElement.hasAttribute('data-calm')
