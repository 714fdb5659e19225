import { bookFigures, type BookFigure } from '#shared/domain/market/heat/figure-names'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { columnAt, type HeatSources } from '../heat-shown'
import type { Slots } from '../slots'

export const liquidityStudies = ['spread', 'depth10', 'depth50', 'imbalance'] as const
export type LiquidityStudy = (typeof liquidityStudies)[number]

/** Either the heat map or one of them needs what the books were. */
export const needsHeat = (settings: Pick<ChartSettings, 'heat' | LiquidityStudy>): boolean =>
  settings.heat || liquidityStudies.some((name) => settings[name])

/** Means over a slot. */
export interface SlotFigures {
  readonly spread: number
  readonly bids10: number
  readonly asks10: number
  readonly bids50: number
  readonly asks50: number
  /** The share of the slot, or of its minute, that they are of. */
  readonly recorded: number
}

/** What the books of the market were in each slot. */
export class Liquidity {
  /** Of what is drawn. */
  largest = 0
  #sources: HeatSources | null = null
  #seen = { version: -1, minutes: -1, first: Infinity, last: -Infinity }

  constructor(private readonly slots: Slots) {}

  /** The first slot that changed. */
  follow(sources: HeatSources | null): number {
    const { length } = this.slots.all
    const before = this.#seen
    const all = sources?.heat.all ?? []
    const version = sources?.heat.version ?? -1
    const minutes = sources?.minutes?.version ?? -1
    const first = all[0]?.start ?? Infinity
    const isSame =
      sources?.heat === this.#sources?.heat && first === before.first && minutes === before.minutes
    this.#sources = sources
    if (isSame && version === before.version) return length
    // Columns before the last one no longer change.
    const from = isSame ? Math.max(0, this.slots.indexAt(before.last)) : 0
    this.#seen = { version, minutes, first, last: all.at(-1)?.start ?? -Infinity }
    if (from === 0) this.largest = 0
    for (let index = from; index < length; index += 1) this.#measure(this.at(index))
    return from
  }

  /** Null if nothing is known. */
  at(index: number): SlotFigures | null {
    const start = this.slots.all[index]?.start
    const column = this.#sources && start !== undefined ? columnAt(this.#sources, start) : null
    if (!column || !(column.figured > 0)) return null
    const figure = (name: BookFigure) => column.figures[bookFigures.indexOf(name)]!
    return {
      spread: figure('spread'),
      bids10: figure('bids10'),
      asks10: figure('asks10'),
      bids50: figure('bids50'),
      asks50: figure('asks50'),
      recorded: Math.min(1, column.figured / (this.#lengthAt(start!) * 1000))
    }
  }

  #measure(figures: SlotFigures | null): void {
    if (figures) this.largest = Math.max(this.largest, figures.spread, figures.bids50, figures.asks50)
  }

  #lengthAt(start: number): number {
    const { heat, minutes } = this.#sources!
    return minutes && start < (heat.all[0]?.start ?? Infinity) ? minutes.seconds : heat.seconds
  }
}

/** In percent, from -100 (only asks) to 100 (only bids), of the mean sizes within 10 bp. */
export function imbalanceOf({ bids10, asks10 }: SlotFigures): number | null {
  const both = bids10 + asks10
  return both > 0 ? ((bids10 - asks10) / both) * 100 : null
}
