/** A call of the functions that was answered with an error, which says what to do about it. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** Of the answer; 0 where there was none. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
