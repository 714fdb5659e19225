import type { CommandId } from '../../../electron/shared/contract/commands'
import { fuzzy } from '../../lib/fuzzy'
import type { Entry } from '../../lib/state/commands.svelte'

export interface Ranked {
  readonly entry: Entry
  readonly places: readonly number[]
  readonly recent: boolean
}

/** Nothing typed: the recent ones first, then the table's order. Something typed: the best match first. */
export function rank(
  entries: readonly Entry[],
  recent: readonly CommandId[],
  typed: string
): readonly Ranked[] {
  const order = (entry: Entry) => {
    const place = recent.indexOf(entry.id)
    return place < 0 ? recent.length : place
  }
  const found = entries
    .filter((entry) => entry.id !== 'palette.open')
    .flatMap((entry) => {
      const title = fuzzy(typed, entry.title)
      // The section helps to find a command, and counts for less than its own name.
      const match = title ?? fuzzy(typed, `${entry.section} ${entry.title}`)
      if (!match) return []
      const score = title ? match.score + 10 : match.score
      return [{ entry, score, places: title?.places ?? [], recent: recent.includes(entry.id) }]
    })
  const sorted = typed.trim()
    ? found.toSorted((one, other) => other.score - one.score || order(one.entry) - order(other.entry))
    : found.toSorted((one, other) => order(one.entry) - order(other.entry))
  return sorted.map(({ entry, places, recent: isRecent }) => ({ entry, places, recent: isRecent }))
}
