import { isDeepStrictEqual } from 'node:util'
import type { ListChange, StatementList } from '#shared/domain/records/statements/list'

export function changeBetween(before: StatementList, now: StatementList): ListChange {
  const { version } = now
  if (before === now) return { from: version, version, rows: [], removed: [], gone: null }
  const known = new Map(before.rows.map((row) => [row.key, row]))
  const keys = new Set(now.rows.map(({ key }) => key))
  return {
    from: before.version,
    version,
    rows: now.rows.filter((row) => !isDeepStrictEqual(row, known.get(row.key))),
    removed: [...known.keys()].filter((key) => !keys.has(key)),
    gone: isDeepStrictEqual(before.gone, now.gone) ? null : now.gone
  }
}
