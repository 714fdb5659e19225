import type { HeatBook } from '#shared/domain/market/heat/index'
import type { LoggedItem } from '../log/lines'
import type { RecordedHub } from '../replay/recorded-hub'
import { formatHeat, formatReset, storedIntervals, type StoredInterval } from './heat-lines'

/** Each finished column of a hub's heat as a line, with the item that finished it. */
export class HeatTap {
  #lines: string[] = []
  /** About to be applied. */
  item!: LoggedItem
  readonly dispose: () => void

  constructor(hub: RecordedHub) {
    for (const market of hub.markets) this.#listen(market)
    this.dispose = hub.onChange((market) => this.#listen(market))
  }

  /** Those since the last call. */
  take(): string[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  #listen({ name, heat }: { readonly name: string; readonly heat: HeatBook }): void {
    heat.listener ??= {
      finished: (interval, column) => {
        if (isStored(interval)) this.#lines.push(formatHeat(this.item, name, interval, column.save()!))
      },
      cleared: () => this.#lines.push(formatReset(this.item, name))
    }
  }
}

const isStored = (interval: string): interval is StoredInterval =>
  (storedIntervals as readonly string[]).includes(interval)
