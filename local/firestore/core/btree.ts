import { createRequire } from 'node:module'
import type { default as SortedBTree } from 'sorted-btree'

/** CommonJS whose default export Node's own loader and bundlers disagree about: required, it is the same in both. */
export const { default: BTree }: { default: typeof SortedBTree } = createRequire(import.meta.url)('sorted-btree')
export type BTree<Key, Value> = SortedBTree<Key, Value>
