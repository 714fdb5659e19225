import type { AlertCondition } from '#shared/domain/market/alerts/index'
import type { Clock } from '../../../base/clock'
import type { Judge } from '../types'
import { CostJudge } from './cost'
import { DepthJudge } from './depth'
import { ImbalanceJudge } from './imbalance'
import { MoveJudge } from './move'
import { PegJudge } from './peg'
import { PriceJudge } from './price'
import { RestingJudge } from './resting'
import { SpreadJudge } from './spread'
import { TradedJudge } from './traded'
import { VwapJudge } from './vwap'

/** Null for alerts that are evaluated by time. */
export function judgeOf(condition: AlertCondition, clock: Clock): Judge | null {
  switch (condition.kind) {
    case 'price':
      return new PriceJudge(condition)
    case 'move':
      return new MoveJudge(condition)
    case 'vwap':
      return new VwapJudge(condition)
    case 'peg':
      return new PegJudge(condition, clock)
    case 'spread':
      return new SpreadJudge(condition)
    case 'resting':
      return new RestingJudge(condition)
    case 'depth':
      return new DepthJudge(condition)
    case 'cost':
      return new CostJudge(condition)
    case 'traded':
      return new TradedJudge(condition)
    case 'imbalance':
      return new ImbalanceJudge(condition)
    case 'stale':
    case 'connection':
      return null
  }
}
