import { EDITOR_MESSAGE } from '#domain/texts/editor.ts'

/** Returns the message for files pasted or dropped into an entry, which can contain only text. */
export function rejectedFilesText(files: readonly { readonly name: string; readonly type: string }[]): string {
  if (files.some(({ name, type }) => type.startsWith('image/') || IMAGE_NAME.test(name)))
    return EDITOR_MESSAGE.imagesRejected
  if (files.some(({ name }) => IMPORTABLE_NAME.test(name))) return EDITOR_MESSAGE.importsRejected
  return EDITOR_MESSAGE.filesRejected
}

/** Image formats for which some browsers report no type. */
const IMAGE_NAME = /\.(?:avif|hei[cf]|jxl|tiff?)$/i
const IMPORTABLE_NAME = /\.(?:zip|json|md|markdown|txt)$/i
