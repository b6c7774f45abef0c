/** A file's path in an archive: programs on Windows write backslashes, and some archives begin every path with `./`. */
export const normalizeArchivePath = (written: string): string =>
  written.replaceAll('\\', '/').replaceAll(/(?<=^|\/)(?:\.\/+)+/g, '')

/** Whether a path leaves its archive; `Q: why.md` has a colon and does not. */
export const escapesArchive = (path: string): boolean => /(?:^|\/)\.\.(?:\/|$)|^\/|^[a-z]:\//i.test(path)

/** Whether it is of what systems and programs add to archives for themselves. */
export const isSystemFile = (path: string): boolean => /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/.test(path)
