import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { servePeer } from '../peer'
import type { WireLevel } from '../wire'
import { plainPeer } from './plain-peer'

interface Tree {
  set(key: number, value: number): unknown
  delete(key: number): boolean
  clear(): void
  minKey(): number | undefined
  maxKey(): number | undefined
  get(key: number): number | undefined
}

type TreeModule = { readonly default: { readonly default: new () => Tree } }

const store = (tree: Tree, levels: readonly WireLevel[]) => {
  for (const { price, amount } of levels) {
    const size = Number(amount)
    if (size === 0) tree.delete(Number(price))
    else tree.set(Number(price), size)
  }
}

const best = (tree: Tree, key: number | undefined) =>
  key === undefined ? undefined : ([key, tree.get(key) ?? 0] as const)

servePeer(async ({ packages }) => {
  const file = path.join(packages, 'sorted-btree/b+tree.js')
  const loaded: TreeModule = await import(pathToFileURL(file).href)
  const Tree = loaded.default.default
  return plainPeer(() => {
    const bidTree = new Tree()
    const askTree = new Tree()
    const change = (bids: readonly WireLevel[], asks: readonly WireLevel[]) => {
      store(bidTree, bids)
      store(askTree, asks)
    }
    return {
      replace(bids, asks) {
        bidTree.clear()
        askTree.clear()
        change(bids, asks)
      },
      change,
      bestBid: () => best(bidTree, bidTree.maxKey()),
      bestAsk: () => best(askTree, askTree.minKey())
    }
  })
})
