/** One page of a browser. Input uses real pointer and key events, never DOM calls. */
export type Tab = {
  /** Loads an address as a new document. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page and awaits its result. */
  run(expression: string): Promise<unknown>
  /** Clicks at a point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  /** Presses keys together, such as `['Control', 'Enter']`. */
  chord(keys: readonly Key[]): Promise<void>
  /** Sets the files of the file input that matches the selector. */
  choose(selector: string, files: readonly string[]): Promise<void>
  /** Returns a PNG of the window. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export const KEYS = ['Control', 'Shift', 'Enter', 'Escape', 'Backspace', 'ArrowLeft', 'a', 'v', 'x'] as const
export type Key = (typeof KEYS)[number]

export type Driver = {
  /** The initial page. */
  readonly tab: Tab
  newTab(): Promise<Tab>
  /** Console errors and uncaught exceptions of all pages, in order. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export type DriverOptions = {
  readonly width: number
  readonly height: number
  /** The proxy for all requests, such as `127.0.0.1:8080`. */
  readonly proxy: string
  /** An empty folder for downloads. */
  readonly downloads: string
}
