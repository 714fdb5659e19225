import {
  markoutTimes,
  maxAnalysisDays,
  type AnalysisPeriod,
  type AnalysisRequest,
  type FillFile,
  type SealedRecording
} from '#shared/contract/recording/analysis'
import type { RecordedConnection } from '#shared/contract/recording/catalog'
import { CostSize } from '../../lib/cost/cost-size.svelte'
import { keepSizes, recordedSize, type Size } from '../../lib/cost/sizes'
import type { Desk } from '../../lib/desk'
import type { Span } from '../../lib/desk-days'
import { typedMilliseconds } from '../../lib/format/typed-time'
import { libText } from '../../messages/lib'
import { analysisText } from '../../messages/analysis'
import type { ChoiceFields } from './fields'
import type { ReportId } from './report'
import type { Wanted } from './run.svelte'

const minute = 60_000
const day = 86_400_000
const afterFill = Math.max(...markoutTimes)
const text = analysisText.choices
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
/** 2026-11-24 09:30, or with all digits that it has. */
const momentText = (at: number) =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?::00)?(?:\.000)?Z$/, '')

/** The subject of the reports; each report uses its part of it. */
export class Choice {
  fields = $state.raw<ChoiceFields>({
    period: '7',
    from: '',
    to: '',
    days: 'all',
    bucket: 30,
    side: 'buy',
    within: '10',
    compared: 'cost',
    day: '',
    other: '',
    interval: 5,
    file: null
  })
  connection = $state.raw<RecordedConnection | null>(null)
  sealed = $state.raw<SealedRecording | null>(null)
  #market = $state<string | null>(null)
  #sizes = $state.raw<readonly string[]>([])
  readonly size: CostSize

  constructor(private readonly desk: Desk) {
    this.size = new CostSize({
      desk: () => desk,
      market: () => this.market ?? '',
      settings: () => ({ sizes: this.#sizes }),
      set: ({ sizes }) => (this.#sizes = sizes),
      first: recordedSize
    })
  }

  /** The chosen one or that of the desk, if it is recorded. */
  readonly market: string | null = $derived.by(() => {
    const markets = this.sealed?.markets ?? []
    const wanted = [this.#market, ...this.#ofDesk()]
    return wanted.find((market) => market !== null && markets.includes(market)) ?? markets[0] ?? null
  })
  /** The last two days that are not over by less than themselves. */
  readonly usualDays: readonly [string, string] = $derived.by(() => {
    const last = Math.floor(((this.sealed?.to ?? day) - 1) / day) * day
    const complete = (this.sealed?.to ?? 0) - last >= day
    const newest = complete || last - day < (this.sealed?.from ?? 0) ? last : last - day
    return [dayText(newest), dayText(newest - day)]
  })
  readonly errors: Readonly<Partial<Record<'from' | 'to' | 'day' | 'other', string>>> = $derived.by(() => {
    const { fields } = this
    const example = this.usualDays[0]
    const wrong = (typed: string) =>
      typed.trim() !== '' && this.#timeOf(typed) === null ? libText.typedTime.invalid(example) : undefined
    const [from, to] = [this.#timeOf(fields.from), this.#timeOf(fields.to)]
    const span = from !== null && to !== null ? to - from : 1
    const order =
      span <= 0 ? text.wrongOrder : span > maxAnalysisDays * day ? text.tooLong(maxAnalysisDays) : undefined
    const found = {
      from: wrong(fields.from),
      to: wrong(fields.to) ?? order,
      day: wrong(fields.day),
      other: wrong(fields.other)
    }
    return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined))
  })
  readonly period: AnalysisPeriod | null = $derived.by(() => {
    const { sealed, fields } = this
    if (!sealed) return null
    if (fields.period !== 'custom') {
      return { from: Math.max(sealed.from, sealed.to - Number(fields.period) * day), to: sealed.to }
    }
    if (this.errors.from ?? this.errors.to) return null
    const from = this.#timeOf(fields.from) ?? sealed.from
    const to = this.#timeOf(fields.to) ?? sealed.to
    return from < to && to - from <= maxAnalysisDays * day ? { from, to } : null
  })

  change(changed: Partial<ChoiceFields>): void {
    const period = this.period
    this.fields = { ...this.fields, ...changed }
    if (changed.period === 'custom' && this.fields.from === '' && period) {
      this.fields = { ...this.fields, from: momentText(period.from), to: momentText(period.to) }
    }
  }

  /** As it is understood: "yesterday" must not be another day tomorrow. */
  type(name: 'from' | 'to' | 'day' | 'other', typed: string): void {
    const at = this.#timeOf(typed)
    const isDay = name === 'day' || name === 'other'
    this.change({ [name]: at === null ? typed : isDay ? dayText(at) : momentText(at) })
  }

  pickMarket(market: string): void {
    this.#market = market
  }

  /** Also of a market that is not known yet. */
  pickSize(market: string, size: Size): void {
    this.size.cancel()
    this.#sizes = keepSizes(this.#sizes, market, [size])
  }

  dayOf(name: 'day' | 'other'): string {
    const typed = this.fields[name].trim()
    return typed === '' ? this.usualDays[name === 'day' ? 0 : 1] : typed
  }

  /** The time that a report is about, sealed or not. */
  spans(id: ReportId, files: readonly Pick<FillFile, 'id' | 'from' | 'to'>[]): readonly Span[] {
    const { fields, connection } = this
    if (id === 'fills') {
      const chosen = files.find((file) => file.id === fields.file)
      return chosen ? [[chosen.from - fields.interval * minute, chosen.to + afterFill]] : []
    }
    if (id === 'days')
      return (['day', 'other'] as const).flatMap((name) => {
        const whole = this.#wholeDay(name)
        return whole ? [[whole.from, whole.to] as const] : []
      })
    if (this.errors.from ?? this.errors.to) return []
    const ends = (connection?.days ?? []).map((each) => Date.parse(each.day) + day)
    const newest = Math.min(Date.now(), Math.max(this.sealed?.to ?? 0, ...ends))
    if (fields.period !== 'custom') return [[newest - Number(fields.period) * day, newest]]
    const from = this.#timeOf(fields.from) ?? Math.min(newest, ...ends) - day
    return [[from, this.#timeOf(fields.to) ?? newest]]
  }

  /** Null while something of it is missing or wrong. */
  wanted(id: ReportId): Wanted | null {
    const { connection, market, fields } = this
    if (!connection || market === null) return null
    const of = { connection: connection.id, market }
    if (id === 'fills') {
      const { file, interval } = fields
      return file === null ? null : { id, request: { ...of, file, interval } }
    }
    const report = this.#reportOf(id === 'days' ? fields.compared : id)
    if (!report) return null
    const { days, bucket } = fields
    if (id !== 'days') {
      return (
        this.period && { id, request: { ...of, report, period: this.period, against: null, days, bucket } }
      )
    }
    const [period, against] = [this.#wholeDay('day'), this.#wholeDay('other')]
    // One day has no other days of the week.
    return period && against && { id, request: { ...of, report, period, against, days: 'all', bucket } }
  }

  /** In UTC: milliseconds since the epoch, or null if it is not a time. */
  #timeOf(typed: string): number | null {
    const now = Date.now()
    return typedMilliseconds(typed, { near: (this.sealed?.to ?? now) - 1, now, clock: 'utc' })
  }

  /** The market of the panel in use, of the first link group, and of the watchlist. */
  #ofDesk(): (string | null)[] {
    const { activePanel, workspaces, window, shownMarkets } = this.desk
    const listed = shownMarkets.listed.map(({ market }) => market)
    return [activePanel.host?.market ?? null, workspaces.links(window.workspace).a, ...listed]
  }

  #reportOf(id: Exclude<ReportId, 'fills' | 'days'>): AnalysisRequest['report'] | null {
    if (id !== 'cost') return { kind: id }
    const { wanted } = this.size
    return wanted && { kind: id, size: wanted.size, unit: wanted.unit }
  }

  #wholeDay(name: 'day' | 'other'): AnalysisPeriod | null {
    const at = this.#timeOf(this.dayOf(name))
    if (at === null) return null
    const from = Math.floor(at / day) * day
    return { from, to: from + day }
  }
}
