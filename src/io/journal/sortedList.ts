/** The largest number of changes that are applied one by one. For more changes, sorting the list again is faster. */
const MAX_SINGLE_CHANGES = 400

/** A list that stays sorted. Changes are applied at the next read, so that many changes cost one sort. */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number
  readonly #added = new Set<Item>()
  readonly #removed = new Set<Item>()
  #items: Item[] = []

  /** @param compare returns 0 only for the same item */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare
  }

  add(item: Item): void {
    this.#added.add(item)
  }

  /** Removes an item of the list. */
  remove(item: Item): void {
    if (!this.#added.delete(item)) this.#removed.add(item)
  }

  /** The sorted items, until the next change. */
  get items(): readonly Item[] {
    if (this.#added.size + this.#removed.size > MAX_SINGLE_CHANGES) {
      const kept = this.#items.filter((item) => !this.#removed.has(item))
      this.#items = [...kept, ...this.#added].toSorted(this.#compare)
    } else {
      for (const item of this.#removed) this.#items.splice(this.#placeOf(item), 1)
      for (const item of this.#added) this.#items.splice(this.#placeOf(item), 0, item)
    }
    this.#added.clear()
    this.#removed.clear()
    return this.#items
  }

  #placeOf(item: Item): number {
    return firstIndex(this.#items, (other) => this.#compare(other, item) >= 0)
  }
}

/** Returns the index of the first item that passes a test. All items after this item must pass the test too. */
export function firstIndex<Item>(items: readonly Item[], isPassed: (item: Item) => boolean): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const item = items[middle]
    if (item !== undefined && isPassed(item)) to = middle
    else from = middle + 1
  }
  return from
}
