/**
 * The benchmarks and their budgets. A result with `gate` does not depend on the machine, so `npm test` fails if the
 * result is over budget. `npm run bench` prints every result beside its budget.
 */
export type Budget = {
  readonly what: string
  readonly unit:
    | 'bytes'
    | 'requests'
    | 'nodes'
    | 'listeners'
    | 'writes'
    | 'reads'
    | 'files'
    | 'ms'
    | 'MB'
    | '%'
    | 'shift'
    | '×'
  readonly max: number
  readonly gate?: true
  /**
   * Present if the result depends on the number of entries in the journal. `what` and `max` then apply to the default
   * number. Contains the budgets for other numbers. They never are gates. A number without a budget is only measured.
   */
  readonly maxByEntries?: { readonly [entries: number]: number }
}

/** The browser benchmarks emulate an older phone: four times CPU slowdown, 150 ms latency, 1.6 Mbit/s. */
export const BUDGETS = {
  loginScripts: { what: 'Login, all scripts', unit: 'bytes', max: 110_000, gate: true },
  loginBeforeUsable: { what: 'Login, scripts before it is usable', unit: 'bytes', max: 80_000, gate: true },
  dashboardScripts: {
    what: 'Dashboard on a new device, scripts until entries are visible',
    unit: 'bytes',
    max: 195_000,
    gate: true,
  },
  databaseScripts: {
    what: 'Dashboard, scripts of the database',
    unit: 'bytes',
    max: 26_000,
    gate: true,
  },
  markdown: { what: 'Markdown, when the list opens', unit: 'bytes', max: 43_000, gate: true },
  loginStyles: { what: 'Login, styles', unit: 'bytes', max: 8000, gate: true },
  dashboardStyles: { what: 'Dashboard, styles', unit: 'bytes', max: 10_000, gate: true },
  loginPage: { what: 'Login, page without its styles', unit: 'bytes', max: 6000, gate: true },
  dashboardPage: { what: 'Dashboard, page without its styles', unit: 'bytes', max: 6000, gate: true },
  fontsLatin: { what: 'The two typefaces, Latin', unit: 'bytes', max: 75_000, gate: true },
  functionsBundle: { what: 'Functions, bundle', unit: 'bytes', max: 60_000, gate: true },

  loginRequests: { what: 'Login, requests until it is usable', unit: 'requests', max: 5, gate: true },
  dashboardRequests: { what: 'Dashboard, requests until entries are visible', unit: 'requests', max: 10, gate: true },
  listNodes: { what: 'List of 10,000 entries, elements', unit: 'nodes', max: 1500, gate: true, maxByEntries: {} },
  listCards: { what: 'List of 10,000 entries, rows mounted', unit: 'nodes', max: 60, gate: true, maxByEntries: {} },
  leftListeners: {
    what: 'Listeners left by a hundred screens opened and closed',
    unit: 'listeners',
    max: 0,
    gate: true,
  },
  tuningWrites: { what: 'Writes for twenty turns of the dial', unit: 'writes', max: 2, gate: true },
  entryWrites: { what: 'Writes for one entry', unit: 'writes', max: 1, gate: true },
  firstOpenReads: { what: 'Documents read by a first visit, 1,000 entries', unit: 'reads', max: 1250, gate: true },
  reopenReads: { what: 'Documents read by a second visit, 1,000 entries', unit: 'reads', max: 120, gate: true },
  idleReads: { what: 'Documents read in an idle hour', unit: 'reads', max: 5, gate: true },

  // Compare load times in milliseconds only if they were measured on the same machine within one hour. Their `max`
  // applies to a fast machine. The ratios to `bench/baseline` are about the same on every machine. They are slightly
  // higher on faster machines, because network time does not shrink with CPU time.
  baselineFcp: { what: 'Baseline, first paint', unit: 'ms', max: 370 },
  baselineUsable: { what: 'Baseline, usable', unit: 'ms', max: 1010 },
  baselineTbt: { what: 'Baseline, blocked after the first paint', unit: 'ms', max: 22 },
  loginFcpOfBaseline: { what: 'Login, first paint', unit: '×', max: 1.35 },
  loginLcpOfBaseline: { what: 'Login, largest paint', unit: '×', max: 1.35 },
  loginUsableOfBaseline: { what: 'Login, usable', unit: '×', max: 1.19 },
  dashboardFcpOfBaseline: { what: 'Dashboard, first paint', unit: '×', max: 1.35 },
  dashboardLcpOfBaseline: { what: 'Dashboard, largest paint', unit: '×', max: 1.35 },
  dashboardLiveOfBaseline: { what: 'Dashboard on a new device, entries show', unit: '×', max: 2.08 },
  againLiveOfBaseline: { what: 'Dashboard, second visit, entries show', unit: '×', max: 1.49 },

  loginFcp: { what: 'Login, first paint', unit: 'ms', max: 500 },
  loginLcp: { what: 'Login, largest paint', unit: 'ms', max: 500 },
  loginUsable: { what: 'Login, usable', unit: 'ms', max: 1200 },
  loginTbt: { what: 'Login, blocked after the first paint', unit: 'ms', max: 50 },
  loginBlock: { what: 'Login, blocked', unit: 'ms', max: 60 },
  loginCls: { what: 'Login, layout shift', unit: 'shift', max: 0.01, gate: true },
  dashboardFcp: { what: 'Dashboard, first paint', unit: 'ms', max: 500 },
  dashboardLcp: { what: 'Dashboard, largest paint', unit: 'ms', max: 500 },
  dashboardLive: { what: 'Dashboard on a new device, entries show', unit: 'ms', max: 2100 },
  dashboardTbt: { what: 'Dashboard, blocked after the first paint', unit: 'ms', max: 60 },
  dashboardBlock: { what: 'Dashboard, blocked', unit: 'ms', max: 100 },
  dashboardCls: { what: 'Dashboard, layout shift', unit: 'shift', max: 0.01, gate: true },
  againFcp: { what: 'Dashboard, second visit, first paint', unit: 'ms', max: 500 },
  againLive: { what: 'Dashboard, second visit, entries show', unit: 'ms', max: 1500 },

  firstCard: { what: 'List of 10,000, first row after the click', unit: 'ms', max: 200, maxByEntries: {} },
  listLongest: { what: 'List of 10,000, longest task', unit: 'ms', max: 200, maxByEntries: {} },
  listHeap: { what: 'List of 10,000, heap', unit: 'MB', max: 15, gate: true, maxByEntries: {} },
  baselineDropped: {
    what: 'Empty page, frames dropped at 3,000 px/s',
    unit: '%',
    max: 0,
  },
  listDropped: { what: 'List of 10,000, frames dropped at 3,000 px/s', unit: '%', max: 3, maxByEntries: {} },
  listWorstFrame: { what: 'List of 10,000, worst frame', unit: 'ms', max: 50, maxByEntries: {} },
  listEdit: { what: 'List of 10,000, one edit on another device', unit: 'ms', max: 60, maxByEntries: {} },
  keystroke: { what: 'Editor at 50,000 characters, key to paint, median', unit: 'ms', max: 100 },
  keystrokeWorst: { what: 'Editor at 50,000 characters, key to paint, 95 %', unit: 'ms', max: 200 },
  searchKeystroke: {
    what: 'Search over 10,000, key to results, median',
    unit: 'ms',
    max: 100,
    maxByEntries: { 100_000: 50 },
  },
  themeSwitch: { what: 'Theme, press to paint', unit: 'ms', max: 100 },
  analysisCall: { what: 'Functions, an analysis with a model that answers immediately, 95 %', unit: 'ms', max: 300 },
  previewCall: { what: 'Functions, a preview of an analysis, 95 %', unit: 'ms', max: 300 },
  applyCall: { what: 'Functions, applying suggestions, 95 %', unit: 'ms', max: 300 },
  coldStart: { what: 'Functions, loading the bundle and its packages', unit: 'ms', max: 1000 },
  coldMemory: { what: 'Functions, memory after loading', unit: 'MB', max: 200 },
  firstAnalysis: { what: "Functions, loading the model's SDK with the first analysis", unit: 'ms', max: 200 },
  firstEntries: {
    what: 'List of 10,000, from opening the app to its first rows',
    unit: 'ms',
    max: 1500,
    maxByEntries: {},
  },
  deleteAll: { what: 'Delete All of 10,000', unit: 'ms', max: 60_000, maxByEntries: { 100_000: 60_000 } },
  exportAll: {
    what: 'Export of 10,000 entries, while the journal is synced',
    unit: 'ms',
    max: 10_000,
    maxByEntries: { 100_000: 10_000 },
  },
  exportNewDevice: {
    what: 'Export of 10,000 entries, on a new device',
    unit: 'ms',
    max: 10_000,
    maxByEntries: { 100_000: 10_000 },
  },
  exportKnown: { what: 'Export of 10,000 entries, from the device', unit: 'ms', max: 2000, maxByEntries: {} },
  newDeviceRows: {
    what: 'New device, 10,000 entries, from opening the app to its first rows',
    unit: 'ms',
    max: 3000,
    maxByEntries: {},
  },
  newDeviceComplete: {
    what: 'New device, 10,000 entries, until the journal on the device is complete',
    unit: 'ms',
    max: 15_000,
    maxByEntries: {},
  },

  // These numbers of documents do not depend on the machine, except for a few reads that depend on the timing.
  newDeviceReads: {
    what: 'Documents read until the journal on the device is complete, 10,000 entries',
    unit: 'reads',
    max: 11_000,
    maxByEntries: {},
  },
  exportNewDeviceReads: {
    what: 'Documents read until an export on a new device is saved, 10,000 entries',
    unit: 'reads',
    max: 11_000,
    maxByEntries: {},
  },
  deleteAllReads: { what: 'Documents read by Delete All of 10,000', unit: 'reads', max: 18_000, maxByEntries: {} },
  deleteAllWrites: { what: 'Writes by Delete All of 10,000', unit: 'writes', max: 10_000, maxByEntries: {} },
} as const satisfies { readonly [name: string]: Budget }
