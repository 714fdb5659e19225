import { problemsText } from '#shared/messages/statements'
import type { ListTrouble } from '../facts'
import type { ListMark } from './ledger-text'

const text = problemsText.list

/** The archive's list as this computer last wrote it, kept outside the archive. */
export interface KnownList {
  /** The list that was written last. */
  readonly list: ListMark | null
  /** The list that is being written now. */
  readonly next: ListMark | null
  /** By key: records that replace others and are not in the list yet. */
  readonly saving: Readonly<Record<string, string>>
  /** Statements may have been added that are not in the list yet. */
  readonly adds: boolean
}

export interface ListCheckpoint {
  /** Null where nothing is known of the archive with this ID. */
  known: (id: string) => KnownList | null
  keep: (id: string, known: KnownList) => Promise<void>
}

/** Lasts as long as the process. */
export function memoryCheckpoint(): ListCheckpoint {
  const all = new Map<string, KnownList>()
  return {
    known: (id) => all.get(id) ?? null,
    keep: async (id, known) => {
      all.set(id, known)
    }
  }
}

export const unreadList = (reason: string): ListTrouble => ({
  state: 'unreadable',
  sentence: text.unreadable(reason)
})

export const foreignList = (count: number): ListTrouble => ({
  state: 'changed',
  sentence: text.foreign(count)
})

/** The problem of the list that was found, or null. */
export function troubleOf(found: ListMark | null, known: KnownList | null): ListTrouble | null {
  const list = known?.list
  if (!known || !list) return null
  if (found === null) return list.count === 0 ? null : { state: 'missing', sentence: text.missing }
  if (found.sha256 === list.sha256 || found.sha256 === known.next?.sha256) return null
  return found.count < list.count
    ? { state: 'shortened', sentence: text.shortened(found.count, list.count) }
    : { state: 'changed', sentence: text.changed }
}
