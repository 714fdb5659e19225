import { fuzzy } from '../../lib/fuzzy'
import type { PaletteEntry } from './entry'

export interface Ranked {
  readonly entry: PaletteEntry
  readonly positions: readonly number[]
  readonly recent: boolean
}

/** Above any command: a complete symbol means the market. */
const wholeName = 100
const ownName = 10
/** Available entries rank above equal matches. */
const notNow = 3

/** Recent entries first without a search, else the best match. */
export function rank(
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  typed: string
): readonly Ranked[] {
  const order = (entry: PaletteEntry) => {
    const index = recent.indexOf(entry.id)
    return index < 0 ? recent.length : index
  }
  const found = entries
    .filter((entry) => entry.id !== 'palette.open')
    .flatMap((entry) => {
      // Entries for the typed text are listed last.
      if (entry.offered) return [{ entry, score: -Infinity, positions: [], recent: false }]
      const title = fuzzy(typed, entry.title)
      // A match in the section counts less than one in the title.
      const match = title ?? fuzzy(typed, `${entry.section} ${entry.title}`)
      if (!match) return []
      const whole = typed.trim().toLowerCase() === entry.title.toLowerCase() ? wholeName : 0
      const score = match.score + (title ? ownName : 0) + whole - (entry.disabled === null ? 0 : notNow)
      return [{ entry, score, positions: title?.positions ?? [], recent: recent.includes(entry.id) }]
    })
  const sorted = typed.trim()
    ? found.toSorted(
        (one, other) =>
          // Avoids NaN from two infinite scores.
          (one.score === other.score ? 0 : other.score - one.score) || order(one.entry) - order(other.entry)
      )
    : found.toSorted((one, other) => order(one.entry) - order(other.entry))
  return sorted.map(({ entry, positions, recent: isRecent }) => ({ entry, positions, recent: isRecent }))
}
