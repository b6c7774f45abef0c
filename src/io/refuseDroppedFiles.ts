/** A file that is dropped where nothing takes it would replace the app. Fields still take text that comes with one. */
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
