import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairMarket } from '#engine/records/conversions/pair-market'
import { isSameRecord, wireOf } from '#engine/records/conversions/record'
import { durationInWords, timelineOf } from '#engine/records/conversions/timeline'
import { formatTimeShortest, parseTime } from '#shared/domain/base/time'
import { decodeConversion } from '#shared/wire/conversion-decoder'
import { conversion, message } from './desk'

describe('a conversion record', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 })
  const service = fc.record(
    {
      id: fc.uuid(),
      amount: text,
      source_asset: text,
      target_asset: text,
      status: text,
      ref_id: fc.oneof(text, fc.integer()),
      settled_at: fc.oneof(text, fc.constant('2026-10-05T12:00:00.123456789Z')),
      metadata: fc.oneof(fc.dictionary(text, fc.jsonValue()), fc.array(fc.integer())),
      odd: fc.jsonValue(),
      ['__proto__']: fc.integer()
    },
    { requiredKeys: ['id', 'amount', 'source_asset', 'target_asset', 'status'] }
  )

  it('is saved and read unchanged', () => {
    fc.assert(
      fc.property(service, (body) => {
        const wire = wireOf(decodeConversion(body))
        const there = Object.entries(body).filter(([name, value]) => !isNothing(name, value))
        expect(isSameRecord(wire, Object.fromEntries(there))).toBe(true)
        const again = JSON.parse(JSON.stringify(wire)) as unknown
        expect(wireOf(decodeConversion(again))).toEqual(again)
      })
    )
  })

  it('is equal in any order of fields', () => {
    const one = message(1, { odd: { a: 1, b: [1, 2] } })
    const turned = Object.fromEntries(Object.entries(message(1, { odd: { b: [1, 2], a: 1 } })).toReversed())
    expect(isSameRecord(one, turned)).toBe(true)
    expect(isSameRecord(one, message(1, { odd: { a: 1, b: [2, 1] } }))).toBe(false)
    expect(isSameRecord(one, message(1))).toBe(false)
  })

  /** Empty and null fields count as absent. */
  function isNothing(name: string, value: unknown) {
    const known = !['odd', '__proto__'].includes(name)
    return known && (value === null || value === '')
  }
})

describe('the conversion timeline', () => {
  const kinds = (steps: ReturnType<typeof timelineOf>) => steps.map(({ kind }) => kind)
  const created = '2026-10-05T12:00:00Z'

  it('goes from created to settled without a duplicate update', () => {
    const at = '2026-10-05T12:01:00.000000001Z'
    const steps = timelineOf(conversion(1, { created_at: created, settled_at: at, updated_at: at }))
    expect(steps).toEqual([
      { kind: 'created', time: created, took: null, tookWords: null },
      { kind: 'settled', time: at, took: '60000000001', tookWords: '1 min 0.000000001 s' }
    ])
  })

  it('contains a separate update', () => {
    const steps = timelineOf(conversion(1, { created_at: created, updated_at: '2026-10-05T13:00:00Z' }))
    expect(steps.map(({ kind, tookWords }) => [kind, tookWords])).toEqual([
      ['created', null],
      ['updated', '1 h']
    ])
  })

  it('keeps invalid times in place without durations', () => {
    const steps = timelineOf(
      conversion(1, { created_at: 'soon', updated_at: null, settled_at: created, cancelled_at: 'never' })
    )
    expect(steps).toMatchObject([
      { kind: 'created', time: 'soon', took: null },
      { kind: 'settled', took: null },
      { kind: 'cancelled', time: 'never', took: null }
    ])
  })

  it('is ordered with consistent durations', () => {
    const time = fc.integer({ min: 0, max: 2_000_000_000 }).map((n) => BigInt(n) * 1_000_000_007n)
    fc.assert(
      fc.property(fc.record({ created: time, updated: time, settled: time, cancelled: time }), (times) => {
        const steps = timelineOf(
          conversion(1, {
            created_at: formatTimeShortest(times.created),
            updated_at: formatTimeShortest(times.updated),
            settled_at: formatTimeShortest(times.settled),
            cancelled_at: formatTimeShortest(times.cancelled)
          })
        )
        const at = steps.map((step) => parseTime(step.time)!)
        expect(at).toEqual(at.toSorted((one, other) => (one < other ? -1 : 1)))
        const sum = steps.reduce((all, { took }) => all + BigInt(took ?? 0), 0n)
        expect(sum).toBe(at.at(-1)! - at[0]!)
        expect(new Set(kinds(steps)).size).toBe(steps.length)
      })
    )
  })

  it.each([
    [0n, '0 s'],
    [1_500_000_000n, '1.5 s'],
    [60_000_000_000n, '1 min'],
    [3_723_000_000_000n, '1 h 2 min 3 s'],
    [90_061_000_000_000n, '1 d 1 h 1 min']
  ])('%s ns is %s', (duration, words) => {
    expect(durationInWords(duration)).toBe(words)
  })
})

describe('the market of a pair', () => {
  it.each([
    ['USDG', 'USD', ['USDGUSD'], { name: 'USDGUSD', inverted: false }],
    ['USD', 'USDG', ['BTCUSD', 'USDGUSD'], { name: 'USDGUSD', inverted: true }],
    ['USD', 'USDG', ['USDGUSD', 'USDUSDG'], { name: 'USDUSDG', inverted: false }],
    ['USDG', 'USD', ['usdg-usd'], { name: 'usdg-usd', inverted: false }],
    ['USDG', 'USD', ['USDG/USD', 'USDGUSD'], { name: 'USDGUSD', inverted: false }],
    ['USDG', 'USD', ['BTCUSD', 'USDGUSDT'], null],
    ['USDG', 'USD', [], null],
    ['', '', [''], null]
  ])('%s to %s among %j', (source, target, known, market) => {
    expect(pairMarket(source, target, known)).toEqual(market)
  })
})
