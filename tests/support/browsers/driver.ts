/** A page of a browser. Methods for input send real pointer and key events and never use the DOM. */
export type Tab = {
  /** Navigates to an address by loading a new document. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page. If the result is a promise, waits for it. */
  run(expression: string): Promise<unknown>
  /** Clicks at a point of the window. The coordinates are in CSS pixels. */
  press(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  /** Presses several keys at the same time, such as `['Control', 'Enter']`. */
  chord(keys: readonly Key[]): Promise<void>
  /** Sets the files of the file input that matches the selector. */
  choose(selector: string, files: readonly string[]): Promise<void>
  /** Returns a screenshot of the window as PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export const KEYS = ['Control', 'Shift', 'Enter', 'Escape', 'Backspace', 'ArrowLeft', 'a', 'v', 'x'] as const
export type Key = (typeof KEYS)[number]

export type Driver = {
  /** The page that the browser opened when it started. */
  readonly tab: Tab
  newTab(): Promise<Tab>
  /** The console errors and uncaught exceptions of all pages, in the order in which they occurred. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export type DriverOptions = {
  readonly width: number
  readonly height: number
  /** The `host:port` of the proxy for all requests, such as `127.0.0.1:8080`. */
  readonly proxy: string
  /** The path of an empty folder in which the browser stores downloads. */
  readonly downloads: string
}
