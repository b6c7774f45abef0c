/** One page of a browser. Input is by real pointer and key events; nothing here calls the DOM in their place. */
export type Tab = {
  /** Loads an address as a document of its own. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** What an expression gives in the page; a promise is waited for. */
  run(expression: string): Promise<unknown>
  /** Presses and releases the pointer at a point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  /** Presses keys together, as `['Control', 'Enter']`. */
  chord(keys: readonly Key[]): Promise<void>
  /** Gives files to the file field that a selector finds. */
  choose(selector: string, files: readonly string[]): Promise<void>
  /** What the window shows, as PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export const KEYS = ['Control', 'Shift', 'Enter', 'Escape', 'Backspace', 'ArrowLeft', 'a', 'v', 'x'] as const
export type Key = (typeof KEYS)[number]

export type Driver = {
  /** The page that is there from the start. */
  readonly tab: Tab
  newTab(): Promise<Tab>
  /** Errors of the console and uncaught ones, of all pages, in order. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export type DriverOptions = {
  readonly width: number
  readonly height: number
  /** A proxy for everything that is asked for, as `127.0.0.1:8080`. */
  readonly proxy: string
  /** An empty folder: downloads end there. */
  readonly downloads: string
}
