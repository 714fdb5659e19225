import type { AlertSound } from '#shared/contract/market/alerts'
import type { TradeRow } from './rows'

/** One sound for all that comes within this time, in milliseconds. */
const minPause = 1000
/** After a window is shown again, what it missed comes within this time. */
const catchUp = 2000
const oldest = 1500

interface Clock {
  readonly now: () => number
}

/** The sound of large trades: for those that happen, never for those that are caught up on. */
export class TapeAlarm {
  #soundedAt = -Infinity
  #quietUntil = -Infinity

  constructor(
    private readonly play: (sound: AlertSound) => void,
    private readonly clock: Clock = { now: () => performance.now() }
  ) {}

  /** `newest` is the time of the last trade that is known, `age` how long ago it came. */
  sound(rows: readonly TradeRow[], newest: number, age: number): void {
    const now = this.clock.now()
    if (age > oldest || now < this.#quietUntil || now - this.#soundedAt < minPause) return
    const recent = rows.filter(({ at }) => newest - at <= oldest)
    if (recent.length === 0) return
    this.#soundedAt = now
    // Up where more of them were bought, down where more were sold.
    const buys = recent.filter(({ trade }) => trade.aggressor === 'buy').length
    this.play(buys * 2 >= recent.length ? 'confirm' : 'attention')
  }

  /** While a page is hidden nothing comes; when it is shown again, all of it at once. */
  watch(page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>): () => void {
    const changed = () => {
      this.#quietUntil = page.hidden ? Infinity : this.clock.now() + catchUp
    }
    page.addEventListener('visibilitychange', changed)
    if (page.hidden) changed()
    return () => page.removeEventListener('visibilitychange', changed)
  }
}
