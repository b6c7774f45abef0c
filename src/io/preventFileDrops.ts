/**
 * Prevents a file dropped outside a drop target from replacing the app. Fields still accept text that is dropped with a
 * file.
 */
export function preventFileDrops(): void {
  addEventListener('dragover', preventDrop)
  addEventListener('drop', preventDrop)
}

function preventDrop(event: DragEvent): void {
  const { dataTransfer, target } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  const takesText = target instanceof Element && target.matches('input, textarea')
  if (takesText && dataTransfer.types.includes('text/plain')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
