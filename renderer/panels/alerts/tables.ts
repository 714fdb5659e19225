import { alertsText } from '../../messages/panels/alerts'
import type { Alert, FiredAlert } from '#shared/contract/market/alerts'
import { marketOfCondition, sentenceOf } from '#shared/domain/market/alerts/index'
import type { TableFigures } from '../../lib/panel-export'
import { deliveryText } from '../../lib/alert-words'

const instant = (at: number) => new Date(at).toISOString()

export const alertsTable = (caption: string, alerts: readonly Alert[]): TableFigures => ({
  caption,
  columns: [
    alertsText.table.market,
    alertsText.table.firesWhen,
    alertsText.table.armed,
    alertsText.table.delivery,
    alertsText.table.lastFired,
    alertsText.table.note
  ],
  rows: alerts.map((alert) => [
    marketOfCondition(alert.condition) ?? '',
    sentenceOf(alert.condition),
    alert.armed ? 'yes' : 'no',
    deliveryText(alert),
    alert.firedAt === null ? '' : instant(alert.firedAt),
    alert.note
  ])
})

export const firedTable = (caption: string, fired: readonly FiredAlert[]): TableFigures => ({
  caption: `${caption}, fired`,
  columns: [
    alertsText.table.time,
    alertsText.table.market,
    alertsText.table.firedWhen,
    alertsText.table.values,
    alertsText.table.note
  ],
  rows: fired.map(({ at, market, condition, values, note }) => [
    instant(at),
    market ?? '',
    sentenceOf(condition),
    values.map(({ name, value }) => `${name} ${value}`).join('; '),
    note
  ])
})
