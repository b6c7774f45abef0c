/** Offers a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
