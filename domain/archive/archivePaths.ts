/** A file's path in an archive: programs on Windows write backslashes, and some archives begin every path with `./`. */
export const archivePath = (written: string): string =>
  written.replaceAll('\\', '/').replaceAll(/(?<=^|\/)(?:\.\/+)+/g, '')

/** Whether a path leaves its archive; `Q: why.md` has a colon and does not. */
export const leadsOut = (path: string): boolean => /(?:^|\/)\.\.(?:\/|$)|^\/|^[a-z]:\//i.test(path)

/** Whether it is of what systems and programs add to archives for themselves. */
export const isHidden = (path: string): boolean => /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/.test(path)
