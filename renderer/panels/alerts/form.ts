import type { Alert, AlertDraft, AlertSound } from '#shared/contract/market/alerts'
import type {
  AlertCondition,
  AlertKind,
  CostCondition,
  DepthCondition,
  ImbalanceCondition,
  MoveCondition,
  PriceCondition,
  RestingCondition,
  TradedCondition,
  VwapCondition
} from '#shared/domain/market/alerts/index'
import type { NumberFormat } from '../../lib/format/number'
import { fieldText } from './typed'

/** Fields of all kinds are kept when the kind changes. */
export interface AlertForm {
  kind: AlertKind
  market: string
  price: string
  direction: PriceCondition['direction']
  of: PriceCondition['of']
  movePercent: string
  moveDirection: MoveCondition['direction']
  moveMinutes: string
  vwapDirection: VwapCondition['direction']
  peg: string
  pegBasisPoints: string
  pegSeconds: string
  basisPoints: string
  depthSide: DepthCondition['side']
  depthSize: string
  depthBasisPoints: string
  costSide: CostCondition['side']
  costSize: string
  costUnit: CostCondition['unit']
  costBasisPoints: string
  restingSide: RestingCondition['side']
  restingSize: string
  restingAt: 'price' | 'mid'
  restingPrice: string
  within: string
  tradedSide: TradedCondition['side']
  tradedSize: string
  tradedIn: 'execution' | 'time'
  tradedSeconds: string
  imbalanceSide: ImbalanceCondition['side']
  percent: string
  levels: string
  silentOf: 'market' | 'any'
  silentSeconds: string
  lostSeconds: string
  repeats: boolean
  reminds: boolean
  remindEvery: string
  escalates: boolean
  escalateAfter: string
  pause: string
  sound: AlertSound
  notify: boolean
  deliver: AlertDraft['deliver']
  keepEvidence: boolean
  armed: boolean
  note: string
}
export type FormField = keyof AlertForm
export type Mistakes = Partial<Record<FormField, string>>

export const emptyForm = (market: string): AlertForm => ({
  kind: 'price',
  market,
  price: '',
  direction: 'either',
  of: 'last',
  movePercent: '1',
  moveDirection: 'either',
  moveMinutes: '5',
  vwapDirection: 'either',
  peg: '1',
  pegBasisPoints: '50',
  pegSeconds: '30',
  basisPoints: '',
  depthSide: 'either',
  depthSize: '',
  depthBasisPoints: '10',
  costSide: 'either',
  costSize: '',
  costUnit: 'base',
  costBasisPoints: '',
  restingSide: 'either',
  restingSize: '',
  restingAt: 'mid',
  restingPrice: '',
  within: '1',
  tradedSide: 'either',
  tradedSize: '',
  tradedIn: 'execution',
  tradedSeconds: '60',
  imbalanceSide: 'either',
  percent: '60',
  levels: '10',
  silentOf: 'market',
  silentSeconds: '30',
  lostSeconds: '10',
  repeats: false,
  reminds: false,
  remindEvery: '30',
  escalates: false,
  escalateAfter: '5',
  pause: '60',
  sound: 'bell',
  notify: true,
  deliver: 'no',
  keepEvidence: false,
  armed: true,
  note: ''
})

export function formOf(alert: Alert, format: NumberFormat): AlertForm {
  const { condition, pause, remindEvery, escalateAfter } = alert
  const { sound, notify, deliver, keepEvidence, armed, note } = alert
  const market = condition.kind === 'connection' ? '' : (condition.market ?? '')
  const same = { sound, notify, deliver, keepEvidence, armed, note }
  const form = { ...emptyForm(market), kind: condition.kind, ...same }
  const repeats = { repeats: pause !== null, ...(pause !== null && { pause: String(pause) }) }
  const reminds = {
    reminds: remindEvery !== null,
    ...(remindEvery !== null && { remindEvery: String(remindEvery) }),
    escalates: escalateAfter !== null,
    ...(escalateAfter !== null && { escalateAfter: String(escalateAfter) })
  }
  return { ...form, ...repeats, ...reminds, ...fieldsOf(condition, (text) => fieldText(text, format)) }
}

function fieldsOf(condition: AlertCondition, text: (plain: string) => string): Partial<AlertForm> {
  switch (condition.kind) {
    case 'price':
      return { price: text(condition.price), direction: condition.direction, of: condition.of }
    case 'move':
      return {
        movePercent: text(condition.percent),
        moveDirection: condition.direction,
        moveMinutes: String(condition.minutes)
      }
    case 'vwap':
      return { vwapDirection: condition.direction }
    case 'peg':
      return {
        peg: text(condition.peg),
        pegBasisPoints: text(condition.basisPoints),
        pegSeconds: String(condition.seconds)
      }
    case 'spread':
      return { basisPoints: text(condition.basisPoints) }
    case 'resting':
      return {
        restingSide: condition.side,
        restingSize: text(condition.size),
        restingAt: condition.price === null ? 'mid' : 'price',
        restingPrice: condition.price === null ? '' : text(condition.price),
        within: text(condition.within)
      }
    case 'depth':
      return {
        depthSide: condition.side,
        depthSize: text(condition.size),
        depthBasisPoints: text(condition.basisPoints)
      }
    case 'cost':
      return {
        costSide: condition.side,
        costSize: text(condition.size),
        costUnit: condition.unit,
        costBasisPoints: text(condition.basisPoints)
      }
    case 'traded':
      return {
        tradedSide: condition.side,
        tradedSize: text(condition.size),
        tradedIn: condition.seconds === 0 ? 'execution' : 'time',
        ...(condition.seconds > 0 && { tradedSeconds: String(condition.seconds) })
      }
    case 'imbalance':
      return {
        imbalanceSide: condition.side,
        percent: text(condition.percent),
        levels: String(condition.levels)
      }
    case 'stale':
      return {
        silentOf: condition.market === null ? 'any' : 'market',
        silentSeconds: String(condition.seconds)
      }
    case 'connection':
      return { lostSeconds: String(condition.seconds) }
  }
}
