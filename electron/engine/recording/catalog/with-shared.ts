import type { SharedService } from '../shared/shared-recordings'
import type { CatalogEntry } from './catalog'

type CatalogDay = CatalogEntry['days'][number]

/** The recordings here, and what is shared besides. */
export function withShared(
  entries: readonly CatalogEntry[],
  services: readonly SharedService[]
): readonly CatalogEntry[] {
  const others = services.filter(({ id, days }) => days.length > 0 && !entries.some((each) => each.id === id))
  return [...entries, ...others.map(({ id }) => nothingYet(id))].map((entry) => {
    const { sources = [], days: shared = [] } = services.find(({ id }) => id === entry.id) ?? {}
    const added = shared.filter(({ day }) => !entry.days.some((each) => each.day === day))
    const days = [
      ...entry.days.map((day) => ({ ...day, ...shared.find((each) => each.day === day.day) })),
      ...added.map(({ day, shared: part }) => ({ ...noDay(day), shared: part }))
    ]
    return { ...entry, sources, days: days.sort((one, other) => (one.day < other.day ? 1 : -1)) }
  })
}

const nothingYet = (id: string): CatalogEntry => ({
  id,
  sources: [],
  days: [],
  parquet: { bytes: 0, days: 0, pinnedBytes: 0 },
  removed: { segments: 0, bytes: 0, last: null }
})

const noDay = (day: string): CatalogDay => ({
  day,
  bytes: 0,
  pinned: false,
  pinnedRanges: [],
  pinnedBytes: 0,
  open: false,
  content: null
})
