import { Emitter } from '#shared/domain/base/emitter'
import type { Bridge } from '#shared/contract/index'
import type { SharedRange } from '#shared/contract/workspace/workspaces'

type RangeGroup = Omit<SharedRange, 'times' | 'by'>
/** In seconds since the epoch. */
export type RangeTimes = NonNullable<SharedRange['times']>

/** One chart's end of the times that its link group shows. */
export interface RangePort {
  readonly read: () => RangeTimes | null
  readonly show: (times: RangeTimes | null) => void
  /** Called with the times that another chart decides, null once none does; `isOwn` if this one does after all. */
  readonly onShown: (listener: (times: RangeTimes | null, isOwn: boolean) => void) => () => void
}

const keyOf = ({ scope, link, replay }: RangeGroup) => JSON.stringify([scope, link, replay])

/** The times that the charts of each link group show, in all windows. */
export class SharedRangesStore {
  readonly #shown = new Map<string, SharedRange>()
  readonly #changed = new Emitter<SharedRange>()
  readonly #waiting = new Map<string, SharedRange>()
  /** Panels of this window. */
  readonly #own = new Set<string>()
  #sending: number | null = null

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    const stop = this.bridge.on('workspaces.rangeShown', (range) => this.#receive(range))
    return () => {
      stop()
      if (this.#sending !== null) cancelAnimationFrame(this.#sending)
    }
  }

  open(group: RangeGroup, panel: string): RangePort {
    const key = keyOf(group)
    return {
      read: () => this.#shown.get(key)?.times ?? null,
      show: (times) => {
        const range = { ...group, by: panel, times }
        this.#waiting.set(key, range)
        this.#show(range)
        this.#send()
      },
      onShown: (listener) => {
        this.#own.add(panel)
        const stop = this.#changed.on((range) => {
          if (keyOf(range) === key) listener(range.times, range.by === panel)
        })
        return () => {
          this.#own.delete(panel)
          stop()
        }
      }
    }
  }

  /** Main sends what this window sent, too: it decides which of two windows was last. */
  #receive(range: SharedRange): void {
    const isKnown = this.#shown.get(keyOf(range))?.by === range.by && this.#own.has(range.by)
    if (!isKnown) this.#show(range)
  }

  #show(range: SharedRange): void {
    const key = keyOf(range)
    if (range.times) this.#shown.set(key, range)
    else this.#shown.delete(key)
    this.#changed.fire(range)
  }

  /** At most once in a frame. */
  #send(): void {
    this.#sending ??= requestAnimationFrame(() => {
      this.#sending = null
      for (const range of this.#waiting.values()) void this.bridge.call.workspaces.showRange(range)
      this.#waiting.clear()
    })
  }
}
