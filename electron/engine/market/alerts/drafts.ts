import type { AlertDraft } from '#shared/contract/market/alerts'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import type { AlertCondition } from '#shared/domain/market/alerts/index'
import { checkSymbol } from '../symbol'

/** Normalizes numbers and symbols. */
export const settled = (draft: AlertDraft): AlertDraft => ({
  ...draft,
  condition: settledCondition(draft.condition),
  note: draft.note.trim()
})

const plain = (decimal: string) => canonicalDecimal(decimal) ?? decimal

function settledCondition(condition: AlertCondition): AlertCondition {
  switch (condition.kind) {
    case 'price':
      return { ...condition, market: checkSymbol(condition.market), price: plain(condition.price) }
    case 'move':
      return { ...condition, market: checkSymbol(condition.market), percent: plain(condition.percent) }
    case 'vwap':
      return { ...condition, market: checkSymbol(condition.market) }
    case 'peg':
      return {
        ...condition,
        market: checkSymbol(condition.market),
        peg: plain(condition.peg),
        basisPoints: plain(condition.basisPoints)
      }
    case 'spread':
      return {
        ...condition,
        market: checkSymbol(condition.market),
        basisPoints: plain(condition.basisPoints)
      }
    case 'depth':
    case 'cost':
      return {
        ...condition,
        market: checkSymbol(condition.market),
        size: plain(condition.size),
        basisPoints: plain(condition.basisPoints)
      }
    case 'resting':
      return {
        ...condition,
        market: checkSymbol(condition.market),
        size: plain(condition.size),
        price: condition.price === null ? null : plain(condition.price),
        within: plain(condition.within)
      }
    case 'traded':
      return { ...condition, market: checkSymbol(condition.market), size: plain(condition.size) }
    case 'imbalance':
      return { ...condition, market: checkSymbol(condition.market), percent: plain(condition.percent) }
    case 'stale':
      return { ...condition, market: condition.market === null ? null : checkSymbol(condition.market) }
    case 'connection':
      return condition
  }
}
