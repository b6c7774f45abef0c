import type { ErrorReport } from '../../domain/errorReport.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

export type ErrorReportDeps = QuotaDeps & {
  /** Writes one line to the log. Google's Error Reporting groups similar lines. */
  readonly log: (line: ErrorReportLine) => void
}

export type ErrorReportLine = {
  readonly '@type': string
  readonly message: string
  readonly serviceContext: { readonly service: 'app'; readonly version: string }
}

/** Error Reporting treats every line with this type as an error, whatever the format of the message. */
const REPORTED_ERROR_TYPE = 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent'

/**
 * Writes an error report of the app to the log of the functions.
 * @throws HttpError 429 if the user's limits are reached
 */
export async function handle(
  { version, name, code, places }: ErrorReport,
  uid: string,
  deps: ErrorReportDeps,
): Promise<{ readonly success: true }> {
  const release = await reserveCall(deps, uid, 'error')
  await release()
  deps.log({
    '@type': REPORTED_ERROR_TYPE,
    // The message has the format of a JavaScript stack trace, so that Error Reporting groups errors by position.
    message: [`${name}${code === undefined ? '' : `: ${code}`}`, ...places.map((place) => `    at ${place}`)].join(
      '\n',
    ),
    serviceContext: { service: 'app', version },
  })
  return { success: true }
}
