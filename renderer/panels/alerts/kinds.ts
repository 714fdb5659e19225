import { alertsText } from '../../messages/panels/alerts'
import type { AlertKind } from '#shared/domain/market/alerts/index'

const kindTitles: Record<AlertKind, string> = {
  price: alertsText.kinds.price.title,
  move: alertsText.kinds.move.title,
  vwap: alertsText.kinds.vwap.title,
  peg: alertsText.kinds.peg.title,
  spread: alertsText.kinds.spread.title,
  resting: alertsText.kinds.resting.title,
  depth: alertsText.kinds.depth.title,
  cost: alertsText.kinds.cost.title,
  traded: alertsText.kinds.traded.title,
  imbalance: alertsText.kinds.imbalance.title,
  stale: alertsText.kinds.stale.title,
  connection: alertsText.kinds.connection.title
}

export const kindOptions = (Object.keys(kindTitles) as AlertKind[]).map((value) => ({
  value,
  title: kindTitles[value]
}))

export const explained: Record<AlertKind, string> = {
  price: alertsText.kinds.price.hint,
  move: alertsText.kinds.move.hint,
  vwap: alertsText.kinds.vwap.hint,
  peg: alertsText.kinds.peg.hint,
  spread: alertsText.kinds.spread.hint,
  resting: alertsText.kinds.resting.hint,
  depth: alertsText.kinds.depth.hint,
  cost: alertsText.kinds.cost.hint,
  traded: alertsText.kinds.traded.hint,
  imbalance: alertsText.kinds.imbalance.hint,
  stale: alertsText.kinds.stale.hint,
  connection: alertsText.kinds.connection.hint
}
