import { errorReport } from '#domain/errorReport.ts'
import { VERSION } from '#domain/product.ts'
import { functionsIo } from '#src/io/firebase/functions.ts'
import { onFreeze } from '#src/io/frozenPage.ts'

/** The maximum number of error reports per page load. Each distinct error is reported once. */
const MAX_REPORTS = 5
const reportedErrors = new Set<string>()

/**
 * Sends an error report to the operator. `domain/errorReport.ts` defines the content of a report. An error while
 * sending is ignored, because reporting it could fail in the same way and cause a loop.
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

/** Starts reporting uncaught errors. A second call has no effect. */
export function startErrorReports(): void {
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  // When the page freezes, its transactions are aborted on purpose. Reporting stops before that, so that the resulting
  // errors are not reported.
  onFreeze(() => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  })
}
