import { screen, within } from '@testing-library/svelte'
import { vi } from 'vitest'
import type {
  ConversionDetail,
  ConversionRow,
  ConversionsState,
  LookedUp
} from '#shared/contract/records/conversions'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from '../support/bridge'
import { show } from '../support/show'

export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const rowOf = (number: number, more: Partial<ConversionRow> = {}): ConversionRow => ({
  id: idOf(number),
  amount: `${number}234567.10`,
  sourceAsset: 'USDG',
  targetAsset: 'USD',
  status: 'CREATED',
  refId: null,
  profileId: 'treasury',
  createdAt: '2026-10-05T12:00:00.25Z',
  endedAt: null,
  end: null,
  underway: true,
  usual: null,
  watching: false,
  nextAt: null,
  trouble: null,
  note: '',
  lookedUpAt: Date.parse('2026-10-05T12:01:00Z'),
  answeredAt: Date.parse('2026-10-05T12:01:00Z'),
  ...more
})

export const settledRow = (number: number, more: Partial<ConversionRow> = {}) =>
  rowOf(number, {
    status: 'SETTLED',
    end: 'settled',
    endedAt: '2026-10-05T12:02:03.5Z',
    underway: false,
    ...more
  })

export const detailOf = (row: ConversionRow, more: Partial<ConversionDetail> = {}): ConversionDetail => ({
  row,
  fields: [
    { name: 'id', value: row.id, described: true },
    { name: 'amount', value: row.amount, described: true }
  ],
  metadata: [],
  timeline: [{ kind: 'created', time: '2026-10-05T12:00:00.25Z', took: null, tookWords: null }],
  took: null,
  seen: [{ at: row.answeredAt, status: row.status }],
  market: null,
  quotes: { created: null, settled: null },
  json: `{ "id": "${row.id}" }`,
  ...more
})

/** Keeps a history like the real one. */
export class ConversionsMain extends FakeMain {
  readonly service = new Map<string, ConversionRow>()
  details = (row: ConversionRow) => detailOf(row)

  constructor(rows: readonly ConversionRow[] = []) {
    super()
    this.conversions = { ...this.conversions, profileId: 'treasury', history: 'treasury/here', absent: null }
    this.keep(rows)
    this.answers['conversions.lookUp'] = ({ text }: { text: string }) => this.#find(text.split(' '))
    this.answers['conversions.refresh'] = ({ ids }: { ids: string[] }) => this.#find(ids)
    this.answers['conversions.open'] = ({ id }: { id: string }) => {
      const row = this.conversions.rows.find((each) => each.id === id)
      if (!row) throw fail('conversions.gone', 'This conversion is no longer in the history.')
      return this.details(row)
    }
  }

  keep(rows: readonly ConversionRow[]): void {
    const watched = rows.filter(({ watching }) => watching).length
    this.conversions = { ...this.conversions, rows, count: rows.length, watched }
  }

  send(part: Partial<ConversionsState>): void {
    this.conversions = { ...this.conversions, ...part }
    this.push('conversions.changed', this.conversions)
  }

  #find(ids: readonly string[]) {
    const results = ids.map((id): LookedUp => {
      const row = this.service.get(id)
      if (row) return { id, ok: true, row }
      return { id, ok: false, sentence: `The service knows no conversion ${id.slice(-2)}.`, retryable: false }
    })
    const found = results.flatMap((each) => (each.ok ? [each.row] : []))
    const others = this.conversions.rows.filter(({ id }) => !found.some((row) => row.id === id))
    this.keep([...found, ...others])
    this.push('conversions.changed', this.conversions)
    return { results, left: 0 }
  }
}

export function giveSize(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
}

export async function showConversions(main = new ConversionsMain()) {
  const shown = await show('#/conversions', main)
  await screen.findByRole('heading', { name: 'Conversions', level: 1 })
  return { ...shown, main }
}

export const field = () => screen.getByLabelText<HTMLTextAreaElement>('Conversion IDs')
export const grid = () => screen.findByRole('grid', { name: 'Conversions looked up' })
export async function drawer() {
  const sheet = within(await screen.findByRole('complementary', { name: 'Conversion' }))
  await sheet.findByRole('button', { name: 'Copy ID' })
  return sheet
}
export const noDrawer = () => screen.queryByRole('complementary', { name: 'Conversion' }) === null
export const failures = () => within(screen.getByRole('region', { name: /could not be looked up$/ }))
