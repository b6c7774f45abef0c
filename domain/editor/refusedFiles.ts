/** What is said of files that are pasted or dropped into an entry, which holds text. */
export function filesRefused(files: readonly { readonly name: string; readonly type: string }[]): string {
  if (files.some(({ name, type }) => type.startsWith('image/') || PICTURE.test(name)))
    return 'Nothing was added: an entry cannot hold pictures yet.'
  if (files.some(({ name }) => IMPORTED.test(name))) return 'Nothing was added: files are imported in the Archive view.'
  return 'Nothing was added: an entry holds text alone.'
}

/** Pictures whose type not every browser knows. */
const PICTURE = /\.(?:avif|hei[cf]|jxl|tiff?)$/i
const IMPORTED = /\.(?:zip|json|md|markdown|txt)$/i
