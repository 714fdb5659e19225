import { screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach } from 'vitest'
import type { FiredAlert } from '#shared/contract/market/alerts'
import type { ReplayState } from '#shared/contract/recording/replay'
import { panels } from '#renderer/desk/panel-kinds'
import PlainPanel from '../desk/PlainPanel.svelte'
import { showDesk, WorkingMain } from '../desk/stage'
import { replayNow } from '../support/app-states'
import { drawNowhere } from '../support/canvas'
import { stubResizeObserver } from '../support/resize-observer'

export const fired = (number: number, time: string): FiredAlert => ({
  number,
  alert: 'a',
  market: 'BTCUSD',
  at: Date.parse(`2026-11-18T${time}Z`),
  condition: { kind: 'price', market: 'BTCUSD', price: '64190', direction: 'down', of: 'last' },
  values: [],
  note: '',
  seen: true,
  escalatedAt: null,
  evidence: null
})

/** A window whose chart is not drawn, for each test of a file. */
export class ReplayStage {
  main = new WorkingMain()

  constructor() {
    const { chart } = panels
    beforeEach(() => {
      drawNowhere()
      stubResizeObserver({ width: 1200, height: 80 })
      // Its library draws more than a test's page can.
      Object.assign(panels, { chart: { icon: chart.icon, component: PlainPanel } })
      this.main = new WorkingMain()
      const all = [fired(2, '14:30:00.250'), fired(1, '13:00:00.250')]
      this.main.alerts = { ...this.main.alerts, fired: all, firedCount: 2 }
    })
    afterEach(() => void Object.assign(panels, { chart }))
  }

  async replaying(state: Partial<ReplayState> = {}) {
    this.main.replay = { ...replayNow, ...state }
    const shown = await showDesk(this.main)
    const bar = within(await screen.findByRole('region', { name: 'Replay controls' }))
    return { ...shown, bar }
  }

  async changed(state: Partial<ReplayState> | null) {
    this.main.push('replay.changed', state && { ...replayNow, ...state })
    await tick()
  }

  sent = (call: string) => this.main.payloads(`replay.${call}`)
}
