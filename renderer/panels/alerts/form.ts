import { alertsText } from '../../messages/panels/alerts'
import type { Alert, AlertDraft, AlertSound } from '#shared/contract/market/alerts'
import { maxSymbolLength } from '#shared/contract/market/markets'
import type {
  AlertCondition,
  AlertKind,
  ImbalanceCondition,
  PriceCondition,
  RestingCondition,
  TradedCondition
} from '#shared/domain/market/alerts/index'
import type { NumberFormat } from '../../lib/format/number'
import { fieldText, typedCount, typedDecimal } from './typed'

/** Fields of all kinds are kept when the kind changes. */
export interface AlertForm {
  kind: AlertKind
  market: string
  price: string
  direction: PriceCondition['direction']
  of: PriceCondition['of']
  basisPoints: string
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
  pause: string
  sound: AlertSound
  notify: boolean
  armed: boolean
  note: string
}
type FormField = keyof AlertForm
export type Mistakes = Partial<Record<FormField, string>>

export const emptyForm = (market: string): AlertForm => ({
  kind: 'price',
  market,
  price: '',
  direction: 'either',
  of: 'last',
  basisPoints: '',
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
  pause: '60',
  sound: 'bell',
  notify: true,
  armed: true,
  note: ''
})

export function formOf(alert: Alert, format: NumberFormat): AlertForm {
  const { condition, pause, sound, notify, armed, note } = alert
  const market = condition.kind === 'connection' ? '' : (condition.market ?? '')
  const form = { ...emptyForm(market), kind: condition.kind, sound, notify, armed, note }
  const repeats = { repeats: pause !== null, ...(pause !== null && { pause: String(pause) }) }
  return { ...form, ...repeats, ...fieldsOf(condition, (text) => fieldText(text, format)) }
}

function fieldsOf(condition: AlertCondition, text: (plain: string) => string): Partial<AlertForm> {
  switch (condition.kind) {
    case 'price':
      return { price: text(condition.price), direction: condition.direction, of: condition.of }
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

interface Judged {
  /** Null if invalid. */
  readonly draft: AlertDraft | null
  /** Available even if other fields are invalid. */
  readonly condition: AlertCondition | null
  readonly mistakes: Mistakes
}

/** The alert, or an error per invalid field. */
export function judgeForm(form: AlertForm, format: NumberFormat): Judged {
  const reader = new Reader(form, format)
  const condition = reader.condition()
  const pause = form.repeats ? reader.count('pause', 1, 86_400, 'seconds') : null
  const right = Object.keys(reader.mistakes).length === 0
  const { sound, notify, armed, note } = form
  return {
    condition,
    mistakes: reader.mistakes,
    draft: right && condition ? { condition, pause, sound, notify, armed, note: note.trim() } : null
  }
}

class Reader {
  readonly mistakes: Mistakes = {}

  constructor(
    private readonly form: AlertForm,
    private readonly format: NumberFormat
  ) {}

  condition(): AlertCondition | null {
    const { form } = this
    switch (form.kind) {
      case 'price': {
        const market = this.market()
        const price = this.decimal('price', alertsText.examples.price)
        if (market === null || price === null) return null
        return { kind: 'price', market, price, direction: form.direction, of: form.of }
      }
      case 'spread': {
        const market = this.market()
        const basisPoints = this.decimal('basisPoints', alertsText.examples.basisPoints)
        return market === null || basisPoints === null ? null : { kind: 'spread', market, basisPoints }
      }
      case 'resting':
        return this.resting()
      case 'traded': {
        const market = this.market()
        const size = this.decimal('tradedSize', alertsText.examples.size)
        const seconds = form.tradedIn === 'execution' ? 0 : this.count('tradedSeconds', 1, 3600, 'seconds')
        if (market === null || size === null || seconds === null) return null
        return { kind: 'traded', market, side: form.tradedSide, size, seconds }
      }
      case 'imbalance': {
        const market = this.market()
        const percent = this.percent('percent')
        const levels = this.count('levels', 1, 100, 'levels')
        if (market === null || percent === null || levels === null) return null
        return { kind: 'imbalance', market, side: form.imbalanceSide, percent, levels }
      }
      case 'stale': {
        const market = form.silentOf === 'any' ? null : this.market()
        const seconds = this.count('silentSeconds', 1, 3600, 'seconds')
        if (seconds === null || (market === null && form.silentOf === 'market')) return null
        return { kind: 'stale', market, seconds }
      }
      case 'connection': {
        const seconds = this.count('lostSeconds', 0, 3600, 'seconds')
        return seconds === null ? null : { kind: 'connection', seconds }
      }
    }
  }

  count(field: FormField, min: number, max: number, what: string): number | null {
    const count = typedCount(String(this.form[field]), min, max)
    if (count === null) this.mistakes[field] = alertsText.errors.whole(what, min, max)
    return count
  }

  private resting(): AlertCondition | null {
    const { form } = this
    const market = this.market()
    const size = this.decimal('restingSize', alertsText.examples.size)
    const atPrice = form.restingAt === 'price'
    const price = atPrice ? this.decimal('restingPrice', alertsText.examples.price) : null
    const within = atPrice ? (typedPercent(form.within, this.format) ?? '1') : this.percent('within')
    if (market === null || size === null || within === null || (atPrice && price === null)) return null
    return { kind: 'resting', market, side: form.restingSide, size, price, within }
  }

  private market(): string | null {
    const market = this.form.market.trim()
    if (market !== '' && market.length <= maxSymbolLength && !/[\s\p{C}]/u.test(market)) return market
    this.mistakes.market =
      market === '' ? alertsText.errors.market : alertsText.errors.symbol(maxSymbolLength)
    return null
  }

  private decimal(field: FormField, what: string): string | null {
    const plain = typedDecimal(String(this.form[field]), this.format)
    if (plain === null) this.mistakes[field] = alertsText.errors.number(what, fieldText('12.5', this.format))
    return plain
  }

  private percent(field: FormField): string | null {
    const plain = typedPercent(String(this.form[field]), this.format)
    if (plain === null) this.mistakes[field] = alertsText.errors.percent
    return plain
  }
}

function typedPercent(text: string, format: NumberFormat): string | null {
  const plain = typedDecimal(text, format)?.replace(/^0+(?=\d)/, '') ?? null
  return plain !== null && /^(\d{1,2}(\.\d{1,12})?|100(\.0{1,12})?)$/.test(plain) ? plain : null
}
