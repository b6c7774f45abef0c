/** Returns the message for files pasted or dropped into an entry, which can contain only text. */
export function rejectedFilesText(files: readonly { readonly name: string; readonly type: string }[]): string {
  if (files.some(({ name, type }) => type.startsWith('image/') || IMAGE_NAME.test(name)))
    return 'Nothing was added: an entry cannot hold pictures yet.'
  if (files.some(({ name }) => IMPORTABLE_NAME.test(name)))
    return 'Nothing was added: files are imported in the Archive view.'
  return 'Nothing was added: an entry holds text alone.'
}

/** Image formats for which some browsers report no type. */
const IMAGE_NAME = /\.(?:avif|hei[cf]|jxl|tiff?)$/i
const IMPORTABLE_NAME = /\.(?:zip|json|md|markdown|txt)$/i
