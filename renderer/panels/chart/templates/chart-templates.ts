import { chartSchema, type ChartSettings } from '#shared/contract/market/panels/chart'
import type { SavedPanel } from '#shared/contract/workspace/templates'
import * as v from 'valibot'
import { chartText } from '../../../messages/panels/chart'
import type { MenuGroup } from '../../../ui/menu'
import type { PanelHost } from '../../shell/panel-host.svelte'

type OwnSetting = 'tools' | 'shareRange' | 'anchor' | 'compare' | 'compareAs'

/** Without what belongs to the panel: its rail, whether other charts move it, its anchor and its comparison. */
export const savedSettings = ({
  tools: _rail,
  shareRange: _shared,
  anchor: _anchor,
  compare: _other,
  compareAs: _how,
  ...settings
}: ChartSettings): Omit<ChartSettings, OwnSetting> => settings

export const chartTemplates = ({ desk }: PanelHost): readonly SavedPanel[] =>
  desk.templates.state.panels.filter(({ kind }) => kind === 'chart')

/** Settings that it lacks or that are invalid get their defaults. */
const settingsOf = ({ settings }: SavedPanel) => savedSettings(v.parse(chartSchema, settings))

/** Applies templates, and opens the dialog that saves and deletes them. */
export function templatesMenu(host: PanelHost, settings: ChartSettings, manage: () => void): MenuGroup {
  const now = JSON.stringify(savedSettings(settings))
  return {
    title: chartText.templates.title,
    folded: true,
    items: [
      ...chartTemplates(host).map((template) => ({
        label: template.name,
        checked: JSON.stringify(settingsOf(template)) === now,
        run: () => host.set(settingsOf(template))
      })),
      { label: chartText.templates.manage, run: manage }
    ]
  }
}
