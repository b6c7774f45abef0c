type Request = {
  readonly callback: () => Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** The exclusive locks of a browser. As in a browser, the answers to the tabs are tasks, in the order of the events. */
export class FakeLocks {
  readonly #held = new Map<string, Request>()
  readonly #waiting = new Map<string, readonly Request[]>()

  request(
    name: string,
    { steal = false, signal }: { readonly steal?: boolean; readonly signal?: AbortSignal },
    callback: () => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = { callback, resolve, reject }
      const waiting = this.#waiting.get(name) ?? []
      if (steal) this.#takeFromHolder(name)
      this.#waiting.set(name, steal ? [request, ...waiting] : [...waiting, request])
      signal?.addEventListener('abort', () => this.#cancel(name, request, signal))
      this.#grantNext(name)
    })
  }

  isHeld(name: string): boolean {
    return this.#held.has(name)
  }

  countWaiting(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  #takeFromHolder(name: string): void {
    const holder = this.#held.get(name)
    if (!holder) return
    this.#held.delete(name)
    setTimeout(() => holder.reject(new DOMException('Another tab has stolen the lock.', 'AbortError')))
  }

  #cancel(name: string, request: Request, { reason }: AbortSignal): void {
    const waiting = this.#waiting.get(name) ?? []
    if (!waiting.includes(request)) return
    this.#waiting.set(
      name,
      waiting.filter((one) => one !== request),
    )
    request.reject(reason)
  }

  #grantNext(name: string): void {
    const [next, ...others] = this.#waiting.get(name) ?? []
    if (!next || this.#held.has(name)) return
    this.#held.set(name, next)
    this.#waiting.set(name, others)
    setTimeout(() => {
      next.callback().then(() => {
        next.resolve()
        if (this.#held.get(name) !== next) return
        this.#held.delete(name)
        this.#grantNext(name)
      }, next.reject)
    })
  }
}
