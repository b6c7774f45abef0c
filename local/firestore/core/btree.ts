import { createRequire } from 'node:module'
import type { default as SortedBTree } from 'sorted-btree'

/**
 * The class of `sorted-btree`, a CommonJS module. Node's loader and bundlers interpret the default export of such a
 * module differently; `require` gives the same result in both.
 */
export const { default: BTree }: { default: typeof SortedBTree } = createRequire(import.meta.url)('sorted-btree')
export type BTree<Key, Value> = SortedBTree<Key, Value>
