import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import { matricesOf, maxMatrixMonths, type CellState } from '#shared/domain/records/statements/matrix'
import type { StatementRow } from '#shared/domain/records/statements/statement'
import { totalsOf } from '#shared/domain/records/statements/totals'

type Part = Pick<StatementRow, 'environment' | 'asset' | 'month' | 'state' | 'totalAccrued'> & {
  readonly unfinished: boolean
  readonly isVoid: boolean
  readonly revisions: number
}

const months = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', 'undated'] as const
const part = fc.record<Part>({
  environment: fc.constantFrom('production', 'sandbox', 'staging'),
  asset: fc.constantFrom('USDP', 'USDG', null),
  month: fc.constantFrom(...months),
  state: fc.constantFrom('unaltered', 'unaltered', 'unaltered', 'altered', 'missing', 'unreadable', 'moved'),
  totalAccrued: fc.constantFrom('1.10', '-3', '0.000000000000000001', '99999999999999999999', 'none', null),
  unfinished: fc.constantFrom(false, false, true),
  isVoid: fc.constantFrom(false, false, true),
  revisions: fc.constantFrom(1, 1, 2)
})

const rowsOf = ({ unfinished, isVoid, revisions, ...part }: Part, index: number): StatementRow[] =>
  Array.from({ length: revisions }, (_none, place) => ({
    ...part,
    key: `${index}/${place}`,
    id: `${index}/${place}`,
    profileId: 'desk',
    profileName: 'Desk',
    periodStart: null,
    periodEnd: null,
    type: null,
    status: null,
    averageDailyBalance: null,
    createdAt: null,
    completedAt: '',
    files: [],
    provenAt: 0,
    revision: { number: place + 1, of: revisions },
    ...(unfinished && { unfinished }),
    ...(isVoid && { statusKind: 'void' as const })
  }))

const goneOf = ({ environment, asset, month }: Part, index: number): GoneStatement => ({
  key: `gone/${index}`,
  id: `gone/${index}`,
  environment,
  profileId: 'desk',
  asset: asset ?? '',
  month
})

const isNumber = (text: string | null) => /^-?\d/.test(text ?? '')

/** What a person would say of one statement. */
function stateOf(part: Part): CellState {
  if (part.state !== 'unaltered') return part.state
  if (part.unfinished) return 'unfinished'
  if (part.isVoid) return 'void'
  if (!isNumber(part.totalAccrued)) return 'uncounted'
  return part.revisions > 1 ? 'revised' : 'present'
}

test('each cell has what a search of all statements finds, and each total is that of the totals', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.array(part, { maxLength: 4 }), (parts, lost) => {
      const rows = parts.flatMap(rowsOf)
      const gone = lost.map(goneOf)
      const totals = totalsOf(rows, gone)
      const matrices = matricesOf(rows, gone, totals)
      const all = [
        ...parts.map((one, index) => ({
          ...one,
          found: stateOf(one),
          key: `${index}/${one.revisions - 1}` as string | null
        })),
        ...lost.map((one) => ({ ...one, found: 'missing' as CellState, key: null }))
      ].filter(({ month }) => month !== 'undated')
      expect(matrices.map(({ environment }) => environment).toSorted()).toEqual(
        [...new Set(all.map(({ environment }) => environment))].toSorted()
      )
      for (const { environment, assets, months: lines, isCut } of matrices) {
        const own = all.filter((one) => one.environment === environment)
        const shown = lines.map(({ month }) => month)
        expect(isCut).toBe(false)
        expect(shown).toEqual(shown.toSorted().toReversed())
        expect(own.every(({ month }) => shown.includes(month))).toBe(true)
        expect([...assets]).toEqual([...new Set(own.map(({ asset }) => asset ?? ''))].toSorted())
        for (const asset of assets) {
          const ofAsset = own.filter((one) => (one.asset ?? '') === asset)
          for (const { month, cells } of lines) {
            const cell = cells[assets.indexOf(asset)]
            const here = ofAsset.filter((one) => one.month === month)
            const isBetween =
              ofAsset.some((one) => one.month < month) && ofAsset.some((one) => one.month > month)
            if (here.length === 0) {
              expect(cell).toEqual(isBetween ? { states: ['none'], total: null, keys: [] } : null)
              continue
            }
            expect(new Set(cell?.states)).toEqual(new Set(here.map(({ found }) => found)))
            expect(new Set(cell?.keys)).toEqual(new Set(here.flatMap(({ key }) => key ?? [])))
            const total = totals.months.find(
              (one) => one.environment === environment && one.asset === asset && one.month === month
            )
            expect(cell?.total).toBe(total?.total ?? null)
            expect(cell?.total !== null).toBe(here.some(({ found }) => /revised|present/.test(found)))
          }
        }
      }
    })
  )
})

const plain: Part = {
  environment: 'production',
  asset: 'USDP',
  month: '2026-03',
  state: 'unaltered',
  totalAccrued: '1',
  unfinished: false,
  isVoid: false,
  revisions: 1
}

test('the worst comes first, in the cell and among the statements that it opens', () => {
  const rows = [plain, { ...plain, unfinished: true }, { ...plain, state: 'altered' as const }].flatMap(
    rowsOf
  )
  const cell = matricesOf(rows, [], totalsOf(rows))[0]?.months[0]?.cells[0]
  expect(cell).toEqual({
    states: ['altered', 'unfinished', 'present'],
    total: '1',
    keys: ['2/0', '1/0', '0/0']
  })
})

test('a month of long ago does not fill the matrix', () => {
  const rows = [plain, { ...plain, month: '0001-01' }].flatMap(rowsOf)
  const [matrix] = matricesOf(rows, [], totalsOf(rows))
  expect(matrix?.months).toHaveLength(maxMatrixMonths)
  expect(matrix?.months[0]?.month).toBe('2026-03')
  expect(matrix?.isCut).toBe(true)
  const apart = [plain, { ...plain, asset: 'USDG', month: '0001-01' }].flatMap(rowsOf)
  const [other] = matricesOf(apart, [], totalsOf(apart))
  expect(other).toMatchObject({ months: [{ month: '2026-03' }], isCut: true })
})
