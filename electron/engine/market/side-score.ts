import * as v from 'valibot'
import { savedCount } from './saved'
import {
  isSell,
  isBuy,
  inferences,
  unknownConfidence,
  type Inference
} from '#shared/domain/market/tape/index'

/** Of the weight of earlier checks at each new one: about the last 200 count. */
const kept = 0.995
/** Of one check. Weights are whole numbers, which are short in a saved state. */
const weight = 100
/** Checks before anything is said. */
const minChecks = 20
/** The share of trades that could be checked. */
const minChecked = 0.5
/** Checks that all others of the market count for when there are few of a basis. */
const prior = 5

const savedWeight = v.pipe(savedCount, v.maxValue(Math.ceil((2 * weight) / (1 - kept))))
const savedShare = v.object({ right: savedWeight, all: savedWeight })
export const savedScore = v.object({ book: savedShare, tick: savedShare, checked: savedShare })
type SavedScore = v.InferOutput<typeof savedScore>

interface Share {
  right: number
  all: number
}

/** The share of right sides among those that could be checked, for each basis: the newest ones count most. */
export class SideScore {
  #book: Share = { right: 0, all: 0 }
  #tick: Share = { right: 0, all: 0 }
  #checked: Share = { right: 0, all: 0 }

  add(inference: Inference, isRight: boolean): void {
    count(this.#of(inference), isRight)
    count(this.#checked, true)
  }

  /** Trades that could not be checked. */
  unclear(trades: number): void {
    for (let trade = 0; trade < trades; trade += 1) count(this.#checked, false)
  }

  /** In percent. */
  confidenceOf(inference: Inference): number {
    const all = this.#book.all + this.#tick.all
    const isChecked = this.#checked.right >= minChecked * this.#checked.all
    if (all < minChecks * weight || !isChecked || !(isBuy(inference) || isSell(inference)))
      return unknownConfidence
    const usual = (this.#book.right + this.#tick.right) / all
    const share = this.#of(inference)
    return Math.round((100 * (share.right + prior * weight * usual)) / (share.all + prior * weight))
  }

  save(): SavedScore {
    return { book: { ...this.#book }, tick: { ...this.#tick }, checked: { ...this.#checked } }
  }

  restore({ book, tick, checked }: SavedScore): void {
    this.#checked = { ...checked }
    this.#book = { ...book }
    this.#tick = { ...tick }
  }

  #of(inference: Inference): Share {
    return inference === inferences.bookAsk || inference === inferences.bookBid ? this.#book : this.#tick
  }
}

function count(share: Share, isRight: boolean): void {
  share.right = Math.round(share.right * kept) + (isRight ? weight : 0)
  share.all = Math.round(share.all * kept) + weight
}
