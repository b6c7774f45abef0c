/** Normalizes a path in an archive: Windows programs write backslashes, and some archives start each path with `./`. */
export const normalizeArchivePath = (written: string): string =>
  written.replaceAll('\\', '/').replaceAll(/(?<=^|\/)(?:\.\/+)+/g, '')

/** Returns whether a path points outside of its archive. `Q: why.md` is a file name and not a path on drive Q. */
export const isOutsideArchive = (path: string): boolean => /(?:^|\/)\.\.(?:\/|$)|^\/|^[a-z]:\//i.test(path)

/** Returns whether an operating system or a program added the file for its own use, such as `.DS_Store`. */
export const isSystemFile = (path: string): boolean => /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/.test(path)
