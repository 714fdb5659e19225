import type { Desk } from '../../lib/desk'
import { formatDecimal } from '../../lib/format/number'
import { formatDateTime } from '../../lib/format/time'
import { typedSize } from '../../lib/format/typed-size'
import { momentOf } from '../../lib/state/replayed-alerts.svelte'
import { replayText } from '../../messages/replay'
import type { OverviewModel } from './overview.svelte'

/** Jumping to the next or previous alert, gap or large trade. */
export class Jumps {
  /** The least size of trades, as typed; empty for the largest of the visible time, or of the rest. */
  size = $state('')

  constructor(
    private readonly desk: Desk,
    private readonly model: OverviewModel,
    private readonly market: () => string | null
  ) {}

  /** As a plain decimal; null if it is not a size. */
  get #wanted(): string | null {
    return typedSize(this.size, this.desk.settings.now.numbers)
  }

  /** Why the size is not one, or null. */
  get problem(): string | null {
    if (this.size.trim() === '' || this.#wanted !== null) return null
    return replayText.bar.badSize(formatDecimal('2.5', this.desk.settings.now.numbers))
  }

  toAlert(back: boolean): Promise<boolean> {
    return this.#attempt('alert', async () => {
      const { replay, replayedAlerts, recording, settings, toasts } = this.desk
      const fired = replayedAlerts.beside(replay.position, back)
      if (!fired) return false
      // What the desk recorded is fetched first.
      if (recording.state.desk) await replay.goTo(momentOf(fired))
      else if (this.model.whyNot(momentOf(fired)) === null) await replay.seek(momentOf(fired))
      else toasts.show('information', replayText.bar.outside(formatDateTime(fired.at, settings.now.clock)))
      return true
    })
  }

  toGap = (back: boolean): Promise<boolean> => this.#attempt('gap', () => this.desk.replay.jumpToGap(back))

  toTrade(back: boolean): Promise<boolean> {
    const market = this.market()
    if (market === null || this.problem !== null) return Promise.resolve(false)
    const size = this.#wanted
    return this.#attempt('trade', () =>
      size === null ? this.#toLargest(back) : this.desk.replay.jumpToTrade(market, size, back)
    )
  }

  async #toLargest(back: boolean): Promise<boolean> {
    const { replay } = this.desk
    const from = replay.position
    const nearest = (trades: readonly number[]) => {
      const times = trades.map((at) => momentOf({ at }))
      return back ? times.findLast((time) => time < from) : times.find((time) => time > from)
    }
    const at = nearest(this.model.largest) ?? nearest(await this.model.largestBeside(from, back))
    if (at === undefined) return false
    await replay.seek(at)
    return true
  }

  #attempt(kind: 'alert' | 'gap' | 'trade', jump: () => Promise<boolean>): Promise<boolean> {
    return this.desk.attempt(async () => {
      if (!(await jump())) this.desk.toasts.show('information', replayText.bar.none[kind])
    })
  }
}
