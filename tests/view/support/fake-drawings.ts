import type { FeatureHandlers } from '#shared/contract/index'
import type { Drawing, DrawingsState } from '#shared/contract/market/drawings'

/** Keeps what windows draw, without undo. */
export function drawingsAnswers(push: (state: DrawingsState) => void): FeatureHandlers<'drawings'> {
  let revision = 0
  const markets = new Map<string, readonly Drawing[]>()
  const state = (market: string): DrawingsState => ({
    source: 'desk',
    market,
    drawings: markets.get(market) ?? [],
    canUndo: false,
    canRedo: false,
    revision
  })
  return {
    read: ({ market }) => state(market),
    change({ market, put, remove }) {
      const named = new Map((markets.get(market) ?? []).map((drawing) => [drawing.id, drawing]))
      for (const id of remove) named.delete(id)
      for (const drawing of put) named.set(drawing.id, drawing)
      markets.set(market, [...named.values()])
      revision += 1
      push(state(market))
      return state(market)
    },
    undo: ({ market }) => state(market),
    redo: ({ market }) => state(market)
  }
}
