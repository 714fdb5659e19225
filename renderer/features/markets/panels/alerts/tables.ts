import type { Alert, FiredAlert } from '../../../../../electron/shared/contract/alerts'
import { marketOfCondition, sentenceOf } from '../../../../../electron/shared/domain/market/alerts'
import type { TableFigures } from '../../frame/take-away'
import { manners } from './words'

const instant = (at: number) => new Date(at).toISOString()

export const alertsTable = (caption: string, alerts: readonly Alert[]): TableFigures => ({
  caption,
  columns: ['Market', 'Fires when', 'Armed', 'Manner', 'Last fired', 'Note'],
  rows: alerts.map((alert) => [
    marketOfCondition(alert.condition) ?? '',
    sentenceOf(alert.condition),
    alert.armed ? 'yes' : 'no',
    manners(alert),
    alert.firedAt === null ? '' : instant(alert.firedAt),
    alert.note
  ])
})

export const firedTable = (caption: string, fired: readonly FiredAlert[]): TableFigures => ({
  caption: `${caption}, fired`,
  columns: ['Time', 'Market', 'Fired when', 'Values', 'Note'],
  rows: fired.map(({ at, market, condition, values, note }) => [
    instant(at),
    market ?? '',
    sentenceOf(condition),
    values.map(({ name, value }) => `${name} ${value}`).join('; '),
    note
  ])
})
