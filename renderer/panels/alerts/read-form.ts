import { alertsText } from '../../messages/panels/alerts'
import {
  escalationLimits,
  maxMoveMinutes,
  reminderLimits,
  type AlertDraft
} from '#shared/contract/market/alerts'
import { maxSymbolLength } from '#shared/contract/market/markets'
import type { AlertCondition } from '#shared/domain/market/alerts/index'
import type { NumberFormat } from '../../lib/format/number'
import { typedAmount } from '../../lib/format/typed-size'
import type { AlertForm, FormField, Mistakes } from './form'
import { fieldText, typedCount } from './typed'

interface Judged {
  /** Null if invalid. */
  readonly draft: AlertDraft | null
  /** Available even if other fields are invalid. */
  readonly condition: AlertCondition | null
  /** Absent if invalid. */
  readonly pause: number | null | undefined
  readonly mistakes: Mistakes
}

/** The alert, or an error per invalid field. */
export function judgeForm(form: AlertForm, format: NumberFormat): Judged {
  const reader = new Reader(form, format)
  const condition = reader.condition()
  const pause = form.repeats ? reader.count('pause', 1, 86_400, 'seconds') : null
  const remindEvery = form.reminds
    ? reader.count('remindEvery', reminderLimits.min, reminderLimits.max, 'seconds')
    : null
  const escalateAfter = form.escalates
    ? reader.count('escalateAfter', escalationLimits.min, escalationLimits.max, 'minutes')
    : null
  const right = Object.keys(reader.mistakes).length === 0
  const { sound, notify, deliver, armed, note } = form
  const keepEvidence = form.keepEvidence && form.kind !== 'connection'
  const rest = { sound, notify, remindEvery, escalateAfter, deliver, keepEvidence, armed, note: note.trim() }
  return {
    condition,
    pause: reader.mistakes.pause === undefined ? pause : undefined,
    mistakes: reader.mistakes,
    draft: right && condition ? { condition, pause, ...rest } : null
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
      case 'move': {
        const market = this.market()
        const percent = this.percent('movePercent')
        const minutes = this.count('moveMinutes', 1, maxMoveMinutes, 'minutes')
        if (market === null || percent === null || minutes === null) return null
        return { kind: 'move', market, percent, direction: form.moveDirection, minutes }
      }
      case 'vwap': {
        const market = this.market()
        return market === null ? null : { kind: 'vwap', market, direction: form.vwapDirection }
      }
      case 'peg': {
        const market = this.market()
        const peg = this.decimal('peg', alertsText.examples.price)
        const basisPoints = this.basisPoints('pegBasisPoints')
        const seconds = this.count('pegSeconds', 1, 3600, 'seconds')
        if (market === null || peg === null || basisPoints === null || seconds === null) return null
        return { kind: 'peg', market, peg, basisPoints, seconds }
      }
      case 'spread': {
        const market = this.market()
        const basisPoints = this.decimal('basisPoints', alertsText.examples.basisPoints)
        return market === null || basisPoints === null ? null : { kind: 'spread', market, basisPoints }
      }
      case 'resting':
        return this.resting()
      case 'depth': {
        const market = this.market()
        const size = this.decimal('depthSize', alertsText.examples.size)
        const basisPoints = this.basisPoints('depthBasisPoints')
        if (market === null || size === null || basisPoints === null) return null
        return { kind: 'depth', market, side: form.depthSide, size, basisPoints }
      }
      case 'cost': {
        const market = this.market()
        const size = this.decimal('costSize', alertsText.examples.size)
        const basisPoints = this.basisPoints('costBasisPoints')
        if (market === null || size === null || basisPoints === null) return null
        return { kind: 'cost', market, side: form.costSide, size, unit: form.costUnit, basisPoints }
      }
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
    const plain = typedAmount(String(this.form[field]), this.format)
    if (plain === null) this.mistakes[field] = alertsText.errors.number(what, fieldText('12.5', this.format))
    return plain
  }

  private percent(field: FormField): string | null {
    const plain = typedPercent(String(this.form[field]), this.format)
    if (plain === null) this.mistakes[field] = alertsText.errors.percent
    return plain
  }

  private basisPoints(field: FormField): string | null {
    const plain = typedAmount(String(this.form[field]), this.format) ?? ''
    if (/^(\d{1,4}(\.\d{1,10})?|10000(\.0{1,10})?)$/.test(plain)) return plain
    this.mistakes[field] = alertsText.errors.basisPoints
    return null
  }
}

function typedPercent(text: string, format: NumberFormat): string | null {
  const plain = typedAmount(text, format)
  return plain !== null && /^(\d{1,2}(\.\d{1,12})?|100(\.0{1,12})?)$/.test(plain) ? plain : null
}
