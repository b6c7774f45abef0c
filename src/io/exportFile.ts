import { exportFileName, exportText } from '#domain/exportLogs.ts'
import type { LogEntry } from '#domain/log.ts'

/** Hands the journal to the browser as a file to save. */
export function saveExport(entries: readonly LogEntry[]): void {
  const address = URL.createObjectURL(new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = exportFileName(Date.now())
  link.click()
  // The browser has taken the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
