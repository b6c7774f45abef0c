/**
 * If a file is dropped outside a drop target, prevents the browser from opening the file in place of the app. Text
 * fields still accept a drop that contains both text and a file.
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
