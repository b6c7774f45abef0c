import { FALLBACK_LEVEL } from '#domain/entry/levels.ts'

const groupDigits = (number: number): string => number.toLocaleString('en-US')

/** Problems of an import. Each is shown after the name of its file or entry. */
export const IMPORT_ISSUE = {
  noText: 'The entry has no text.',
  tooLong: (length: number, limit: number) =>
    `The entry has ${groupDigits(length)} characters, and the limit is ${groupDigits(limit)}. Split it into two in the file.`,
  /** @param fallback what the import does instead */
  invalidTime: (name: string, value: string, error: string, fallback: string) =>
    `${name} (${value}) ${error}. ${fallback}`,
  entryTime: 'The date',
  changeTime: 'The date of the last change',
  deviceTime: 'The date by the device’s clock',
  notATime: 'is not a valid date and time',
  outOfRange: 'is not in the years 1 to 9999',
  inFuture: 'is in the future',
  fileTime: 'The entry gets the date of its file.',
  timeOmitted: 'It is not imported.',
  invalidCharacters: 'Some characters are incomplete. Each is replaced with its code.',
  cut: (kind: string, limit: number, value: string) => `A ${kind} is cut to ${limit} characters: ${value}`,
  tooMany: (kind: string, limit: number, omitted: readonly string[]) =>
    `An entry can have ${limit} ${kind}s. Not imported: ${omitted.join(', ')}.`,
  notJson: 'This is not valid JSON, or the file is incomplete.',
  notAnArchive: 'Not a SITREP or Day One archive.',
  newerVersion:
    'A newer version of SITREP wrote this archive. Reload the app to update it, and import the archive again.',
  invalidArchive: (field: string) => `The field “${field}” of the archive is not valid.`,
  notEntries: (names: readonly string[]) =>
    `The file has more than entries. These fields are not imported: ${names.join(', ')}.`,
  notAnEntry: 'This is not an entry.',
  unknownFields: (names: string) => `Entries have no place for these fields, so they are not imported: ${names}.`,
  richText: 'The entry is stored as rich text only. Its text is imported without formatting, pictures and recordings.',
  media: 'Pictures and recordings are not imported. The text names them.',
  unreadableField: (field: string) => `The field “${field}” cannot be read, so it is not imported.`,
  invalidStamp: 'The date in the stamp is not valid. The entry gets the date of its file.',
  unknownLevel: (level: string) => `The level “${level}” is unknown. The entry gets the level ${FALLBACK_LEVEL}.`,
  fieldKept: (field: string) => `The field “${field}” cannot be read.`,
  fieldsBelowText: (names: string) => `Fields that an entry cannot have are kept below its text: ${names}.`,
  invalidYaml: (error: string) =>
    `The lines between the first two rules are not valid YAML, so they are kept as text: ${error}`,
  unreadableYaml: 'The lines between the first two rules cannot be read as YAML, so they are kept as text.',
  invalidUtf8: (places: number) =>
    places === 1
      ? 'One place in the file is not valid UTF-8. It is replaced with \uFFFD.'
      : `${places} places in the file are not valid UTF-8. Each is replaced with \uFFFD.`,
  guessedEncoding: (encoding: string) =>
    `The file does not name its encoding, so it was read as ${encoding}. Check accented letters before you import it.`,
  halfCharacter: 'The last byte of the file is half a character, so it is not imported.',
  idInUse: 'Another entry has the same id, so this one becomes a new entry.',
  serverTime: 'The date is in the future. The entry gets the current time of the server.',
  rejected: (reason: string) => `The database rejected the entry: ${reason}`,
  noReason: 'no reason given',
  deletedHere: 'You deleted this entry. Restore it in the view Deleted.',
  /* Problems of a file. */
  notText: 'The file is not text, or its encoding is unknown.',
  unsupportedFile: 'Not a .zip, .json, .md or .txt file.',
  unreadableFile: 'The file cannot be read.',
  tooManyFiles: (limit: number) => `The archive has more than ${limit} files. The others were not read.`,
  pathOutside: 'The path points outside the archive, so the file was not read.',
  nestedArchive: 'An archive inside an archive inside an archive is not read. Extract it, and import it separately.',
  /** Describes skipped files that have no file name extension. */
  noExtension: 'without an extension',
  encrypted: 'The file is encrypted.',
  unknownCompression: 'The compression of the file is not supported.',
  tooLarge: (bytes: number) => `The file is larger than ${Math.round(bytes / 1_000_000)} MB.`,
  restNotRead: 'The remaining files were not read.',
  damaged: 'The file is damaged.',
  notZip: 'This is not a zip archive, or it is damaged.',
} as const
