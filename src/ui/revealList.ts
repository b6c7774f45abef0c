/** The list is scrolled into view if it would begin below this share of the screen. */
const MAX_TOP_FRACTION = 0.6

/** Scrolls the list to the top of the screen if most of it is off the screen. Waits until the list has opened. */
export const revealList = (): void =>
  void requestAnimationFrame(() => {
    const panel = document.querySelector('.log-panel')
    const top = (panel?.querySelector('.log-rows') ?? panel)?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight * MAX_TOP_FRACTION) panel?.scrollIntoView({ block: 'start' })
  })
