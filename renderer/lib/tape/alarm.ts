import type { AlertSound } from '#shared/contract/market/alerts'
import type { TradeRow } from './trade-row'

/** One sound for all trades within this time, in milliseconds. */
const minPause = 1000
/** After a window is shown again, missed trades arrive within this time. */
const catchUp = 2000
const oldest = 1500

interface Clock {
  readonly now: () => number
}

/** The sound of large trades: for new ones, never for those caught up on. */
export class TapeAlarm {
  #soundedAt = -Infinity
  #quietUntil = -Infinity

  constructor(
    private readonly play: (sound: AlertSound) => void,
    private readonly clock: Clock = { now: () => performance.now() }
  ) {}

  /** `newest` is the time of the last known trade, `age` the time since its arrival. */
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

  /** A hidden page gets nothing; when shown again, it gets everything at once. */
  watch(page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>): () => void {
    const changed = () => {
      this.#quietUntil = page.hidden ? Infinity : this.clock.now() + catchUp
    }
    page.addEventListener('visibilitychange', changed)
    if (page.hidden) changed()
    return () => page.removeEventListener('visibilitychange', changed)
  }
}
