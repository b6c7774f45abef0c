import { createRequire } from 'node:module'
import type { default as SortedBTree } from 'sorted-btree'

/**
 * A CommonJS module whose default export Node's loader and bundlers interpret differently; `require` gives the same
 * result in both.
 */
export const { default: BTree }: { default: typeof SortedBTree } = createRequire(import.meta.url)('sorted-btree')
export type BTree<Key, Value> = SortedBTree<Key, Value>
