import { chartText } from '../../messages/panels/chart'
import { replayText } from '../../messages/replay'
import { chartScales, type ChartScale, type ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDecimal } from '../../lib/format/number'
import type { MenuGroup } from '../../ui/menu'
import type { PanelHost } from '../shell/panel-host.svelte'
import { attribution } from '../../lib/attribution'
import type { ChartAlerts } from './chart-alerts'
import type { Charting } from './charting.svelte'
import { compareMenu } from './compare/compare-menu'
import { profileMenu } from './profile/profile-menu'
import { anchorItems, type Anchor } from './studies/anchor'
import { moreStudies, studies } from './studies-shown'

export const scaleTitles: Readonly<Record<ChartScale, string>> = {
  linear: chartText.scale.linear,
  log: chartText.scale.log,
  percent: chartText.scale.percent
}

/** The chart's own menu items. */
export function chartMenu(
  host: PanelHost,
  charting: Charting,
  alerts: ChartAlerts,
  anchor: Anchor,
  settings: ChartSettings,
  pickMarket: () => void,
  more: readonly MenuGroup[]
): readonly MenuGroup[] {
  const { desk } = host
  const { commands } = desk
  const { drawing } = charting
  const axis = drawing?.candles.priceScale()
  return [
    {
      title: chartText.studies.title,
      folded: true,
      items: [
        ...[...studies, ...moreStudies].map(({ name, label }) => ({
          label,
          checked: settings[name],
          run: () => host.set({ [name]: !settings[name] })
        })),
        ...anchorItems(anchor, settings)
      ]
    },
    compareMenu(settings, (changed) => void host.set(changed), pickMarket),
    profileMenu(settings, (profile) => void host.set({ profile })),
    {
      title: chartText.scale.title,
      folded: true,
      items: [
        ...chartScales.map((scale) => ({
          label: scaleTitles[scale],
          checked: settings.scale === scale,
          run: () => host.set({ scale })
        })),
        {
          label: chartText.menu.autoScale,
          checked: axis?.options().autoScale ?? true,
          run: () => axis?.applyOptions({ autoScale: !axis.options().autoScale })
        }
      ]
    },
    ...more,
    {
      items: [
        {
          label: desk.replay.active ? chartText.menu.newest : chartText.menu.live,
          caps: commands.caps('panel.live'),
          disabled: charting.following ? chartText.menu.alreadyLive : null,
          run: () => drawing?.follow.goLive()
        },
        {
          label: chartText.menu.shareRange,
          checked: settings.shareRange,
          disabled: host.link === null ? chartText.menu.noGroup : null,
          run: () => host.set({ shareRange: !settings.shareRange })
        },
        {
          label: chartText.menu.addAtPointed,
          caps: commands.caps('panel.addAlert'),
          disabled: desk.replay.active ? replayText.unavailable.alerts : null,
          run: () => alerts.addAtPointed()
        }
      ]
    },
    ...removals(host, charting, alerts),
    {
      items: [
        {
          label: attribution.words,
          run: () => desk.attempt(() => desk.bridge.call.app.openExternal({ url: attribution.link }))
        }
      ]
    }
  ]
}

function removals(host: PanelHost, { lines }: Charting, alerts: ChartAlerts): readonly MenuGroup[] {
  const all = lines?.all ?? []
  const items = all.map((line, index) => {
    const price = formatDecimal(line.price, host.desk.settings.now.numbers)
    // Two alerts may have the same price.
    const again = all.slice(0, index).filter((other) => other.price === line.price).length
    const label =
      again > 0 ? chartText.menu.removeAlertNumber(price, again + 1) : chartText.menu.removeAlert(price)
    return { label, run: () => alerts.remove(line) }
  })
  return items.length === 0 ? [] : [{ title: chartText.menu.removeAlerts, folded: true, items }]
}
