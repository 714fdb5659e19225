import { evidenceText } from '../../messages/evidence'
import { panelText } from '../../messages/panels/shell'
import { replayText } from '../../messages/replay'
import type { PageArea } from '#shared/contract/market/panel-export'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { formatDateTime, formatDayMoment, zoneLabel } from '../../lib/format/time'
import type { MenuGroup } from '../../ui/menu'
import type { PanelHost } from './panel-host.svelte'
import { csvOf, fileName, withOrigin, type TableFigures } from '../../lib/panel-export'

/** Adds name and time while the screenshot is taken. */
type Stamped = <Result>(stamp: string, take: (area: PageArea) => Promise<Result>) => Promise<Result>

interface Sources {
  readonly stamped: Stamped
  readonly table: (() => TableFigures | null) | undefined
  /** In one word. */
  readonly state: () => string
}

/** Copying and saving the panel's content. */
export function exportMenu(host: PanelHost, { stamped, table, state }: Sources): MenuGroup {
  const { desk } = host
  const { panelExport, app } = desk.bridge.call
  const time = () => timeOf(desk)
  const source = () => sourceOf(desk)
  const stamp = () => stampOf(host)
  const named = () => `${host.name} ${profileOf(desk)?.environment ?? ''}`.trim()
  const figures = () => table?.() ?? null
  const csv = () =>
    csvOf(withOrigin(figures()!, { panel: host.name, source: source(), state: state(), taken: time() }))
  const none = figures() ? null : panelText.export.noFigures
  return {
    items: [
      {
        label: panelText.export.copyPicture,
        run: () =>
          copied(
            desk,
            () => stamped(stamp(), (area) => valueOf(panelExport.copyPicture({ area }))),
            panelText.export.pictureCopied
          )
      },
      {
        label: panelText.export.savePicture,
        run: () => {
          const name = fileName(named(), time(), 'png')
          return saved(desk, () =>
            stamped(stamp(), (area) => valueOf(panelExport.savePicture({ area, name })))
          )
        }
      },
      {
        label: panelText.export.copyFigures,
        disabled: none,
        run: () => copied(desk, () => valueOf(app.copyText({ text: csv() })), panelText.export.figuresCopied)
      },
      {
        label: panelText.export.saveFigures,
        disabled: none,
        run: () => {
          // A byte order mark, for spreadsheets.
          const content = `\ufeff${csv()}`
          const name = fileName(named(), time(), 'csv')
          return saved(desk, () => valueOf(panelExport.saveFigures({ csv: content, name })))
        }
      },
      {
        label: panelText.export.showTable,
        checked: host.asTable,
        disabled: none,
        run: () => (host.asTable = !host.asTable)
      },
      ...(host.can('evidence') ? [evidenceItem(host)] : [])
    ]
  }
}

const evidenceItem = (host: PanelHost) => ({
  label: evidenceText.keep,
  get caps() {
    return host.desk.commands.caps('evidence.keep')
  },
  run: () => host.perform('evidence')
})

/** Of what the panel's market is now, with a picture of the panel. */
export const keepEvidence = ({ desk }: PanelHost, market: string, stamped: Stamped, stamp: string) =>
  desk.attempt(() => {
    const { moment } = desk.evidence
    return stamped(stamp, (area) => desk.evidence.keep(market, moment, area))
  })

export const stampOf = (host: PanelHost): string =>
  panelText.export.stamp(host.name, timeOf(host.desk), sourceOf(host.desk))

function timeOf(desk: Desk): string {
  const { clock } = desk.settings.now
  const { exact } = desk.time
  return desk.replay.active
    ? replayText.ofTime(`${formatDayMoment(exact, clock)} ${zoneLabel(exact, clock)}`)
    : formatDateTime(exact, clock)
}

const profileOf = ({ connections }: Desk) => connections.profile(connections.status.profileId)

/** Sandbox figures must be marked. */
function sourceOf(desk: Desk): string {
  const used = profileOf(desk)
  return used ? `${used.name} (${used.environment})` : panelText.export.notConnected
}

const copied = (desk: Desk, work: () => Promise<unknown>, sentence: string) =>
  desk.attempt(async () => {
    await work()
    desk.toasts.show('success', sentence)
  })

const saved = (desk: Desk, work: () => Promise<{ readonly path: string } | null>) =>
  desk.attempt(async () => {
    const file = await work()
    if (file) desk.toasts.show('success', panelText.export.savedAs(file.path))
  })
