/** Offers a file as a download. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser no longer needs the object URL after it has handled the click.
  setTimeout(() => URL.revokeObjectURL(address))
}
