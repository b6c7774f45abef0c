import { errorReport } from '#domain/errorReport.ts'
import { VERSION } from '#domain/product.ts'
import { functionsIo } from '#src/io/firebase/functions.ts'
import { onFreeze } from '#src/io/frozenPage.ts'

/** A fault that comes again and again is told once, and a page that is beside itself falls silent. */
const MAX_REPORTS = 5
const reportedErrors = new Set<string>()

/**
 * Tells whoever runs the app of a fault in it (`domain/errorReport.ts` says what of it). Where that fails nobody is
 * bothered: it is the fault that was to be told of.
 */
export function reportError(thrown: unknown): void {
  const report = errorReport(thrown, window.location.origin, VERSION)
  const key = JSON.stringify(report)
  if (report === undefined || reportedErrors.size >= MAX_REPORTS || reportedErrors.has(key)) return
  reportedErrors.add(key)
  functionsIo.reportError(report).catch(() => {})
}

const onError = ({ error }: ErrorEvent) => reportError(error)
const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason)

/** What nothing in the app has caught is told of from now on; to ask for it again changes nothing. */
export function watchErrors(): void {
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  // What breaks off then breaks off on purpose.
  onFreeze(() => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  })
}
