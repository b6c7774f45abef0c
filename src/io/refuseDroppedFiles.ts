/** A file that is dropped where nothing takes it would replace the app. Fields still take text that comes with one. */
export function refuseStrayFiles(): void {
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}

function refuse(event: DragEvent): void {
  const { dataTransfer, target } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  const takesText = target instanceof Element && target.matches('input, textarea')
  if (takesText && dataTransfer.types.includes('text/plain')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
