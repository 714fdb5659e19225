import type { SavedReport } from '#shared/contract/recording/saved-reports'
import type { Desk } from '../../lib/desk'
import { savedReportIn } from '../../lib/saved-report-route'
import { analysisText } from '../../messages/analysis'
import type { Choice } from './choice.svelte'
import type { ReportId } from './report'

const text = analysisText.saved

/** A saved report whose name is being asked, or the one that is shown. */
type Naming = { readonly kind: 'save' } | { readonly kind: 'rename'; readonly report: SavedReport }
type Saved = Omit<SavedReport, 'id' | 'name'>

interface SavedPorts {
  readonly desk: Desk
  readonly choice: Choice
  readonly id: () => ReportId
  /** A recorded connection that may still have to be read. */
  readonly useConnection: (id: string) => void
}

/** Opens and changes the saved reports. */
export class SavedReports {
  naming = $state.raw<Naming | null>(null)
  /** The last one that was opened or saved. */
  opened = $state.raw<SavedReport | null>(null)

  constructor(private readonly ports: SavedPorts) {}

  /** By name. */
  readonly all: readonly SavedReport[] = $derived.by(() =>
    this.ports.desk.savedReports.all.toSorted((one, other) => one.name.localeCompare(other.name))
  )
  /** What is shown; null without a market. */
  readonly current: Saved | null = $derived.by(() => {
    const { choice, id } = this.ports
    const { connection, market, size } = choice
    if (!connection || market === null || size.error !== null) return null
    const { file: _, ...fields } = choice.fields
    const { amount, unit } = size.size
    return { report: id(), connection: connection.id, market, size: { amount, unit }, fields }
  })
  readonly #shown = $derived.by(() => this.current && spell(this.current))

  /** The opened one, until something else is chosen. */
  isShown(report: SavedReport): boolean {
    return this.opened?.id === report.id && this.#shown === spell(report)
  }

  /** What the opened report is about, if that is not recorded; null otherwise. */
  readonly missing: string | null = $derived.by(() => {
    const { opened, ports } = this
    const { connection, sealed } = ports.choice
    if (!opened || opened.report !== ports.id() || !connection || !sealed) return null
    if (connection.id !== opened.connection) return text.missing(opened.name, opened.market)
    return sealed.markets.includes(opened.market) ? null : text.missing(opened.name, opened.market)
  })

  /** Opens the one of a route, such as that of the palette, if it is one. */
  follow(rest: string): void {
    const id = savedReportIn(rest)
    if (id === null) return
    const { desk } = this.ports
    const report = desk.savedReports.all.find((each) => each.id === id)
    if (report) this.open(report)
    else {
      desk.toasts.show('warning', text.gone)
      desk.router.go('analysis')
    }
  }

  open(report: SavedReport): void {
    const { choice, desk, useConnection } = this.ports
    const { fields, market, size } = report
    this.opened = report
    choice.change(fields)
    choice.pickMarket(market)
    choice.pickSize(market, size)
    useConnection(report.connection)
    desk.router.go('analysis', report.report)
  }

  /** False if the name was refused. */
  name(name: string): Promise<boolean> {
    const { naming, current, ports } = this
    const { savedReports, toasts } = ports.desk
    return ports.desk.attempt(async () => {
      if (naming?.kind === 'rename') return savedReports.rename(naming.report.id, name)
      if (!current) return
      await savedReports.save({ ...current, name })
      this.opened = savedReports.all.find((each) => each.name === name) ?? null
      toasts.show('success', text.done(name))
    })
  }

  async remove(report: SavedReport): Promise<void> {
    const { attempt, savedReports, toasts } = this.ports.desk
    const { id: _, ...rest } = report
    await attempt(async () => {
      await savedReports.remove(report.id)
      toasts.show('information', text.removed(report.name), null, {
        label: text.undo,
        run: () => {
          const isTaken = savedReports.all.some(({ name }) => name === report.name)
          if (isTaken) toasts.show('warning', text.taken(report.name))
          else void attempt(() => savedReports.save(rest))
        }
      })
    })
  }
}

/** The same text for the same choices, in whatever order they were stored. */
const spell = ({ report, connection, market, size, fields }: Saved): string =>
  JSON.stringify([report, connection, market, size.amount, size.unit, Object.entries(fields).sort()])
