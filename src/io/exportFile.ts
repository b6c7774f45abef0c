/** Offers a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // After the click has been handled, the browser no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(address))
}
