import { studyText } from '../../../messages/panels/studies'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDateTime } from '../../../lib/format/time'
import type { MenuItem } from '../../../ui/menu'
import type { PanelHost } from '../../shell/panel-host.svelte'
import type { Charting } from '../charting.svelte'

/** Sets and removes the anchor of the anchored VWAP. */
export class Anchor {
  constructor(
    private readonly host: PanelHost,
    private readonly charting: Charting
  ) {}

  /** Null removes it; otherwise the start of a candle, in seconds since the epoch. */
  async set(anchor: number | null): Promise<void> {
    const { desk } = this.host
    if (!(await this.host.set({ anchor })) || anchor === null) return
    desk.announcer.say(studyText.anchoredAt(formatDateTime(anchor * 1000, desk.settings.now.clock)))
  }

  /** At the crosshair; otherwise explains how to set it. */
  async setAtPointed(): Promise<void> {
    const { pointed, model } = this.charting
    const slot = pointed && model.slots.all[pointed.slot]
    if (slot) return this.set(slot.start)
    this.host.desk.toasts.show('information', studyText.pointFirst)
  }
}

export function anchorItems(anchor: Anchor, settings: ChartSettings): readonly MenuItem[] {
  const remove = { label: studyText.menu.removeAnchor, run: () => anchor.set(null) }
  return [
    { label: studyText.menu.anchorAtPointed, caps: ['V'], run: () => anchor.setAtPointed() },
    ...(settings.anchor === null ? [] : [remove])
  ]
}
