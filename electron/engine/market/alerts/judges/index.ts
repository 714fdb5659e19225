import type { AlertCondition } from '#shared/domain/market/alerts/index'
import type { Judge } from '../types'
import { ImbalanceJudge } from './imbalance'
import { PriceJudge } from './price'
import { RestingJudge } from './resting'
import { SpreadJudge } from './spread'
import { TradedJudge } from './traded'

/** Null for alerts that are evaluated by time. */
export function judgeOf(condition: AlertCondition): Judge | null {
  switch (condition.kind) {
    case 'price':
      return new PriceJudge(condition)
    case 'spread':
      return new SpreadJudge(condition)
    case 'resting':
      return new RestingJudge(condition)
    case 'traded':
      return new TradedJudge(condition)
    case 'imbalance':
      return new ImbalanceJudge(condition)
    case 'stale':
    case 'connection':
      return null
  }
}
