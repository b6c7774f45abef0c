/** Hands a text to the browser as a file to save. */
export function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
