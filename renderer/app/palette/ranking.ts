import { fuzzy } from '../../lib/fuzzy'
import type { PaletteEntry } from './entry'

export interface Ranked {
  readonly entry: PaletteEntry
  readonly places: readonly number[]
  readonly recent: boolean
}

/** Worth more than any match of a command: who types a whole symbol means that market. */
const wholeName = 100
const ownName = 10
/** Of two that match alike, the one that can be run is meant. */
const notNow = 3

/** Nothing typed: the recent ones first, then their own order. Something typed: the best match first. */
export function rank(
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  typed: string
): readonly Ranked[] {
  const order = (entry: PaletteEntry) => {
    const place = recent.indexOf(entry.id)
    return place < 0 ? recent.length : place
  }
  const found = entries
    .filter((entry) => entry.id !== 'palette.open')
    .flatMap((entry) => {
      // What is offered for just what was typed is there whatever its name is, after all that was found.
      if (entry.offered) return [{ entry, score: -Infinity, places: [], recent: false }]
      const title = fuzzy(typed, entry.title)
      // The section helps to find a command, and counts for less than its own name.
      const match = title ?? fuzzy(typed, `${entry.section} ${entry.title}`)
      if (!match) return []
      const whole = typed.trim().toLowerCase() === entry.title.toLowerCase() ? wholeName : 0
      const score = match.score + (title ? ownName : 0) + whole - (entry.disabled === null ? 0 : notNow)
      return [{ entry, score, places: title?.places ?? [], recent: recent.includes(entry.id) }]
    })
  const sorted = typed.trim()
    ? found.toSorted(
        (one, other) =>
          // Of two that are only offered neither is better, and their difference is not a number.
          (one.score === other.score ? 0 : other.score - one.score) || order(one.entry) - order(other.entry)
      )
    : found.toSorted((one, other) => order(one.entry) - order(other.entry))
  return sorted.map(({ entry, places, recent: isRecent }) => ({ entry, places, recent: isRecent }))
}
