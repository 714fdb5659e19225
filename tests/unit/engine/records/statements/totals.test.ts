import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { totalsOf } from '#shared/domain/records/statements/totals'
import { archived, nanosecondsOf, timeText } from './reading-support'

const environments = ['production', 'sandbox', 'local'] as const
const profiles = ['desk', 'another'] as const
const offsets = ['Z', '+00:00', '+02:00', '-05:30'] as const
const months = ['2025-12', '2026-01', '2026-02'] as const
const scale = 12

interface Copy {
  readonly profile: (typeof profiles)[number]
  readonly state: 'unaltered' | 'altered' | 'missing'
  readonly digits: number
  readonly offset: (typeof offsets)[number]
  readonly zeros: number
}

interface Statement {
  readonly environment: (typeof environments)[number]
  readonly asset: string
  readonly month: (typeof months)[number]
  readonly type: string
  /** Time after the month, in units with different numbers of digits. */
  readonly created: bigint
  readonly units: bigint
  readonly copies: readonly Copy[]
}

const copy = fc.record<Copy>({
  profile: fc.constantFrom(...profiles),
  state: fc.constantFrom('unaltered', 'unaltered', 'unaltered', 'altered', 'missing'),
  digits: fc.constantFrom(0, 3, 6, 9),
  offset: fc.constantFrom(...offsets),
  zeros: fc.nat(6)
})
const statement = fc.record<Statement>({
  environment: fc.constantFrom(...environments),
  asset: fc.constantFrom('USDP', 'USDG'),
  month: fc.constantFrom(...months),
  type: fc.constantFrom('REWARDS', 'REWARDS', 'BONUS'),
  created: fc.constantFrom(0n, 1n, 500_000n, 500_000_000n, 500_000_001n, 1_000_000_000n, 60_000_000_000n),
  units: fc.oneof(
    fc.bigInt(-(10n ** 9n), 10n ** 9n),
    fc.bigInt(-(10n ** 30n), 10n ** 30n),
    fc.constantFrom(0n, 1n, 10n ** 15n - 1n)
  ),
  copies: fc.uniqueArray(copy, { minLength: 1, maxLength: 2, selector: ({ profile }) => profile })
})

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const amountText = (units: bigint, zeros: number) => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(zeros, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : '.'}${fraction}`
}
const unitsOf = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** The same ID in two environments means two statements. */
function withIds(statements: readonly Statement[]) {
  const counts = new Map<string, number>()
  return statements.map((one) => {
    const index = counts.get(one.environment) ?? 0
    counts.set(one.environment, index + 1)
    return { ...one, id: idOf(index) }
  })
}
type Known = ReturnType<typeof withIds>[number]

const rowsFor = (statements: readonly Known[]) =>
  rowsOf(
    statements.flatMap(({ copies, ...one }) =>
      copies.map(({ profile, state, digits, offset, zeros }) => {
        const start = nanosecondsOf(`${one.month}-01T00:00:00Z`)
        return archived({
          ...one,
          profile,
          start: timeText(start, digits, offset),
          end: timeText(start + 2_678_399_999_999_999n, digits, offset),
          created: timeText(start + 3_000_000_000_000_000n + one.created, digits, offset),
          total: amountText(one.units, zeros),
          faults: state === 'unaltered' ? [] : [{ name: 'a.pdf', state }],
          folder: `${one.environment}/${profile}/${one.asset}/${one.month}/${one.id}`
        })
      })
    ),
    null
  )

/** Whether a newer revision of the same series exists. */
const isSuperseded = (all: readonly Known[], one: Known) =>
  one.copies.some(({ profile }) =>
    all.some(
      (other) =>
        other.environment === one.environment &&
        other.asset === one.asset &&
        other.month === one.month &&
        other.type === one.type &&
        other.copies.some((copied) => copied.profile === profile) &&
        (other.created > one.created || (other.created === one.created && other.id > one.id))
    )
  )

/** A slow reference implementation that shares no code with the tested one. */
function expected(all: readonly Known[], periodOf: (month: string) => string) {
  const sums: Record<string, { units: bigint; statements: number; leftOut: number }> = {}
  for (const one of all.filter((each) => !isSuperseded(all, each))) {
    const name = `${one.environment} ${one.asset} ${periodOf(one.month)}`
    const sum = (sums[name] ??= { units: 0n, statements: 0, leftOut: 0 })
    if (one.copies.some(({ state }) => state === 'unaltered')) {
      sum.units += one.units
      sum.statements += 1
    } else sum.leftOut += 1
  }
  return sums
}

test('matches a slow sum: per environment, newest by time, each statement once, without altered ones', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 14 }), (drawn) => {
      const all = withIds(drawn)
      const totals = totalsOf(rowsFor(all))
      const years = Object.fromEntries(
        totals.years.map(({ environment, asset, year, total, statements, leftOut }) => [
          `${environment} ${asset} ${year}`,
          { units: unitsOf(total ?? '0'), statements, leftOut }
        ])
      )
      expect(years).toEqual(expected(all, (month) => month.slice(0, 4)))
      expect(totals.years.every(({ total, statements }) => (total === null) === (statements === 0))).toBe(
        true
      )
      const byMonth = expected(all, (month) => month)
      expect(totals.months).toHaveLength(Object.keys(byMonth).length)
      for (const { environment, asset, month, total, leftOut } of totals.months) {
        const sum = byMonth[`${environment} ${asset} ${month}`]
        expect({ units: unitsOf(total ?? '0'), leftOut }).toEqual({
          units: sum?.units,
          leftOut: sum?.leftOut
        })
      }
      const left = Object.values(byMonth).reduce((sum, { leftOut }) => sum + leftOut, 0)
      expect(totals.leftOut.altered + totals.leftOut.missing).toBe(left)
      expect(totals.uncounted).toBe(0)
    }),
    { numRuns: 300 }
  )
})

test('gives the same totals for any order of folders', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 8 }), fc.nat(), (drawn, turn) => {
      const all = withIds(drawn)
      const rows = rowsFor(all)
      const at = rows.length === 0 ? 0 : turn % rows.length
      const turned = [...rows.slice(at), ...rows.slice(0, at)]
      expect(totalsOf(turned)).toEqual(totalsOf(rows))
    }),
    { numRuns: 100 }
  )
})

test('separates environments, production first, and counts invalid totals and undated statements', () => {
  const rows = rowsOf(
    [
      archived({ id: idOf(1), environment: 'local', total: '1000000.5' }),
      archived({ id: idOf(1), environment: 'sandbox', total: '2' }),
      archived({ id: idOf(1), environment: 'production', total: '0.000001' }),
      archived({ id: idOf(2), type: 'OTHER', total: '1e5' }),
      archived({ id: idOf(3), start: 'soon', total: '5' }),
      archived({ id: idOf(4), start: 'later', faults: [{ name: 'a.pdf', state: 'missing' }] })
    ],
    null
  )
  const { years, uncounted, leftOut } = totalsOf(rows)
  expect(years.map(({ environment, total, statements }) => [environment, total, statements])).toEqual([
    ['production', '0.000001', 1],
    ['sandbox', '2', 1],
    ['local', '1000000.5', 1]
  ])
  expect([uncounted, leftOut]).toEqual([2, { altered: 0, missing: 1, unfinished: 0 }])
})

test('uses no older revision when the newest is altered', () => {
  const rows = rowsOf(
    [
      archived({ id: idOf(1), total: '5', created: '2026-11-02T00:00:00Z' }),
      archived({
        id: idOf(2),
        total: '6',
        created: '2026-11-02T00:00:00.5Z',
        faults: [{ name: 'a.pdf', state: 'altered' }]
      })
    ],
    null
  )
  const { months, years, leftOut } = totalsOf(rows)
  expect(months).toEqual([
    { environment: 'production', asset: 'USDP', month: '2026-10', total: null, revised: true, leftOut: 1 }
  ])
  expect(years).toMatchObject([{ total: null, statements: 0, leftOut: 1 }])
  expect(leftOut).toEqual({ altered: 1, missing: 0, unfinished: 0 })
})

test('excludes unfinished statements from totals, even with intact files', () => {
  const generating = archived({ id: idOf(2), total: '6' })
  const { record } = generating.sidecar
  const unfinished = { ...generating.sidecar, record: { ...record, status: 'STATEMENT_STATUS_GENERATING' } }
  const rows = rowsOf(
    [archived({ id: idOf(1), asset: 'USDG', total: '5' }), { ...generating, sidecar: unfinished }],
    null
  )
  const { years, leftOut } = totalsOf(rows)
  expect(years.map(({ asset, total }) => [asset, total])).toEqual([
    ['USDG', '5'],
    ['USDP', null]
  ])
  expect(leftOut).toEqual({ altered: 0, missing: 0, unfinished: 1 })
})
