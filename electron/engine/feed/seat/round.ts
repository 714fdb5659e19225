import type { SavedMarkets } from '../../market/saved-markets'
import { readBodies } from '../wire/keyframe-body'
import type { Keyframe } from '../wire/messages'

const maxBytes = 64 * 1024 * 1024

/** The keyframes of all markets after the same item. */
export class KeyframeRound {
  #parts: (Keyframe | undefined)[] = []
  #missing = 0
  #bytes = 0
  #head: Keyframe | null = null

  /** The first keyframe of a complete round; null while one is missing. */
  add(keyframe: Keyframe): Keyframe | null {
    if (!this.#head || !isSameRound(keyframe, this.#head)) this.#begin(keyframe)
    const { index, body } = keyframe
    if (!this.#parts[index] && this.#bytes + body.length <= maxBytes) {
      this.#parts[index] = keyframe
      this.#bytes += body.length
      this.#missing -= 1
    }
    return this.#missing === 0 ? this.#head : null
  }

  /** Null if a keyframe is damaged. */
  read(): SavedMarkets | null {
    return readBodies(this.#parts.flatMap((part) => part?.body ?? []))
  }

  clear(): void {
    this.#head = null
    this.#parts = []
    this.#bytes = 0
  }

  #begin(keyframe: Keyframe): void {
    this.clear()
    this.#head = keyframe
    this.#missing = keyframe.count
  }
}

const isSameRound = (one: Keyframe, other: Keyframe): boolean =>
  one.epoch === other.epoch &&
  one.position === other.position &&
  one.at === other.at &&
  one.clock === other.clock &&
  one.count === other.count
