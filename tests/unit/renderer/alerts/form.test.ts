import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  alertDraftSchema,
  alertSounds,
  deliveries,
  type Alert,
  type AlertCondition
} from '#shared/contract/market/alerts'
import { numberFormats } from '#shared/contract/app/settings'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { emptyForm, formOf, type AlertForm } from '#renderer/panels/alerts/form'
import { judgeForm } from '#renderer/panels/alerts/read-form'
import { typedCount } from '#renderer/panels/alerts/typed'

const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    return canonicalDecimal(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`)!
  })
const percent = fc.constantFrom('0.5', '1', '33.25', '100')
const market = fc.constantFrom('BTCUSD', 'PAXG-USD', 'ü')
const side = fc.constantFrom('bids' as const, 'asks' as const, 'either' as const)
const basisPoints = fc.constantFrom('0.5', '20', '9999.25', '10000')
const direction = fc.constantFrom('up' as const, 'down' as const, 'either' as const)
const kind = <K extends AlertCondition['kind']>(name: K) => fc.constant(name)
const condition: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({
    kind: kind('price'),
    market,
    price: decimal,
    direction,
    of: fc.constantFrom('last' as const, 'bid' as const, 'ask' as const, 'mid' as const)
  }),
  fc.record({
    kind: kind('move'),
    market,
    percent,
    direction,
    minutes: fc.integer({ min: 1, max: 1440 })
  }),
  fc.record({ kind: kind('vwap'), market, direction }),
  fc.record({
    kind: kind('peg'),
    market,
    peg: decimal,
    basisPoints,
    seconds: fc.integer({ min: 1, max: 3600 })
  }),
  fc.record({ kind: kind('depth'), market, side, size: decimal, basisPoints }),
  fc.record({
    kind: kind('cost'),
    market,
    side: fc.constantFrom('buy' as const, 'sell' as const, 'either' as const),
    size: decimal,
    unit: fc.constantFrom('base' as const, 'quote' as const),
    basisPoints
  }),
  fc.record({ kind: kind('spread'), market, basisPoints: decimal }),
  fc.record({
    kind: kind('resting'),
    market,
    side,
    size: decimal,
    price: fc.option(decimal),
    within: percent
  }),
  fc.record({
    kind: kind('traded'),
    market,
    side: fc.constantFrom('buy' as const, 'sell' as const, 'either' as const),
    size: decimal,
    seconds: fc.integer({ min: 0, max: 3600 })
  }),
  fc.record({ kind: kind('imbalance'), market, side, percent, levels: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: kind('stale'), market: fc.option(market), seconds: fc.integer({ min: 1, max: 3600 }) }),
  fc.record({ kind: kind('connection'), seconds: fc.integer({ min: 0, max: 3600 }) })
)
const alert: fc.Arbitrary<Alert> = fc.record({
  condition,
  pause: fc.option(fc.integer({ min: 1, max: 86_400 })),
  sound: fc.constantFrom(...alertSounds),
  notify: fc.boolean(),
  remindEvery: fc.option(fc.integer({ min: 5, max: 3600 })),
  escalateAfter: fc.option(fc.integer({ min: 1, max: 1440 })),
  deliver: fc.constantFrom(...deliveries),
  keepEvidence: fc.boolean(),
  armed: fc.boolean(),
  note: fc.string({ maxLength: 50 }).map((note) => note.trim()),
  id: fc.constant('one'),
  firedAt: fc.constant(null),
  pausedUntil: fc.constant(null),
  snoozedUntil: fc.constant(null),
  evidenceAt: fc.constant(null),
  blind: fc.constant(null)
})
const format = fc.constantFrom(...numberFormats)

describe('the alert form', () => {
  it('converts an alert and back in every number format', () => {
    fc.assert(
      fc.property(alert, format, (given, numbers) => {
        const {
          id: _id,
          firedAt: _at,
          pausedUntil: _until,
          snoozedUntil: _snooze,
          evidenceAt: _evidence,
          blind: _blind,
          ...rest
        } = given
        const keepEvidence = rest.keepEvidence && rest.condition.kind !== 'connection'
        const draft = { ...rest, keepEvidence }
        expect(judgeForm(formOf(given, numbers), numbers)).toEqual({
          draft,
          condition: draft.condition,
          pause: draft.pause,
          mistakes: {}
        })
      })
    )
  })

  it('accepts only what main accepts, with an error per field otherwise', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e5',
        '1,5',
        '1.5',
        '0,0',
        ' 7 ',
        '101',
        '100',
        '٣',
        'NaN',
        '9'.repeat(40)
      )
    )
    const fields = [
      'market',
      'price',
      'basisPoints',
      'restingSize',
      'restingPrice',
      'within',
      'tradedSize',
      'movePercent',
      'peg',
      'pegBasisPoints',
      'depthSize',
      'depthBasisPoints',
      'costSize',
      'costBasisPoints'
    ] as const
    const counts = [
      'tradedSeconds',
      'moveMinutes',
      'pegSeconds',
      'percent',
      'levels',
      'silentSeconds',
      'lostSeconds',
      'remindEvery',
      'escalateAfter',
      'pause'
    ] as const
    const form: fc.Arbitrary<AlertForm> = fc
      .tuple(
        fc.record(Object.fromEntries([...fields, ...counts].map((name) => [name, typed]))),
        fc.record({
          kind: condition.map((each) => each.kind),
          restingAt: fc.constantFrom('price' as const, 'mid' as const),
          tradedIn: fc.constantFrom('execution' as const, 'time' as const),
          silentOf: fc.constantFrom('market' as const, 'any' as const),
          repeats: fc.boolean(),
          reminds: fc.boolean(),
          escalates: fc.boolean()
        })
      )
      .map(([texts, picks]) => ({ ...emptyForm('BTCUSD'), ...texts, ...picks }))
    fc.assert(
      fc.property(form, format, (wild, numbers) => {
        const { draft, mistakes } = judgeForm(wild, numbers)
        if (draft) expect(v.is(alertDraftSchema, draft)).toBe(true)
        else expect(Object.values(mistakes).every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
        expect(draft === null).toBe(Object.keys(mistakes).length > 0)
      })
    )
  })
})

describe('a typed number', () => {
  it('can be short or grouped, as in all other fields', () => {
    const read = (text: string, numbers: (typeof numberFormats)[number]) => {
      const sizes = { depthSize: text, costSize: text, costBasisPoints: '5', tradedSize: text, price: text }
      return (['depth', 'cost', 'traded', 'price'] as const).map((name) => {
        const { condition: read } = judgeForm({ ...emptyForm('BTCUSD'), ...sizes, kind: name }, numbers)
        return read && ('size' in read ? read.size : 'price' in read ? read.price : null)
      })
    }
    for (const [text, numbers, exact] of [
      ['50k', '1,234.56', '50000'],
      ['1.5m', '1,234.56', '1500000'],
      ['1,5 M', '1.234,56', '1500000'],
      ['1,250,000.5', '1,234.56', '1250000.5'],
      ['1.250.000,5', '1.234,56', '1250000.5'],
      ["1'250'000.5", "1'234.56", '1250000.5'],
      // A point before two digits separates no groups.
      ['0.25', '1.234,56', '0.25'],
      ['12,5', '1,234.56', null],
      ['5x', '1,234.56', null],
      ['0k', '1,234.56', null]
    ] as const)
      expect(read(text, numbers), text).toEqual([exact, exact, exact, exact])
  })

  it('is a whole number within its limits', () => {
    expect(typedCount('60', 1, 3600)).toBe(60)
    for (const text of ['0', '3601', '1.5', '', '-1', '1e2'])
      expect(typedCount(text, 1, 3600), text).toBeNull()
  })
})
