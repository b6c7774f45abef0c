/** Texts of exporting and printing entries. */
export const EXPORT_TEXT = {
  zip: 'Markdown files',
  zipHint: 'A .zip with one Markdown file per entry. Opens anywhere and can be imported back.',
  json: 'JSON',
  jsonHint: 'One .json file for other programs. Can be imported back.',
  text: 'Single file',
  textHint: 'One .md file to read or print, the same as Export: times, levels and text.',
  incomplete: 'Not all entries have been loaded yet. Connect to the internet and try again.',
  failed: 'Failed to export logs.',
  printTitle: 'Operation Logs',
  title: 'Export',
  format: 'Format',
  filter: 'Filter (optional)',
  filterHint: 'All entries',
  exporting: 'Exporting…',
  save: 'Save file',
  print: 'Print',
  preparing: 'Preparing to print',
  printProgress: (rendered: number, all: number) =>
    `${rendered.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} entries`,
} as const
