import type { ErrorReport } from '../../domain/errorReport.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

export type ErrorReportDeps = QuotaDeps & {
  /** One line of the log, of which Google's Error Reporting makes a group with all that are alike. */
  readonly log: (line: ErrorReportLine) => void
}

export type ErrorReportLine = {
  readonly '@type': string
  readonly message: string
  readonly serviceContext: { readonly service: 'app'; readonly version: string }
}

/** Makes Error Reporting take a line for a fault whatever its message looks like. */
const REPORTED_ERROR_TYPE = 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent'

/**
 * Notes a fault of the app in the log of the functions.
 * @throws Failed 429 above a person's limits
 */
export async function handle(
  { version, name, code, places }: ErrorReport,
  uid: string,
  deps: ErrorReportDeps,
): Promise<{ readonly success: true }> {
  const release = await reserveCall(deps, uid, 'fault')
  await release()
  deps.log({
    '@type': REPORTED_ERROR_TYPE,
    // As a stack is written in JavaScript: grouped by its places.
    message: [`${name}${code === undefined ? '' : `: ${code}`}`, ...places.map((place) => `    at ${place}`)].join(
      '\n',
    ),
    serviceContext: { service: 'app', version },
  })
  return { success: true }
}
