import { problemsText } from '#shared/messages/statements'
import type { ListTrouble } from '../facts'
import type { ListMark } from './ledger-text'

const text = problemsText.list

/** What is known of an archive's list outside of the archive, where whoever changes the archive does not reach. */
export interface KnownList {
  /** As it was written last. */
  readonly list: ListMark | null
  /** As it is being written now. */
  readonly next: ListMark | null
  /** By their keys: the records that are taking the place of others, and are not in the list yet. */
  readonly saving: Readonly<Record<string, string>>
  /** Statements may have been added that are not in the list yet. */
  readonly adds: boolean
}

export interface ListCheckpoint {
  /** Of the archive with this id; null where nothing is known. */
  known: (id: string) => KnownList | null
  keep: (id: string, known: KnownList) => Promise<void>
}

/** For as long as the process lives. */
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

/** What is wrong with a list as it was found, or null. */
export function troubleOf(found: ListMark | null, known: KnownList | null): ListTrouble | null {
  const list = known?.list
  if (!known || !list) return null
  if (found === null) return list.count === 0 ? null : { state: 'missing', sentence: text.missing }
  if (found.sha256 === list.sha256 || found.sha256 === known.next?.sha256) return null
  return found.count < list.count
    ? { state: 'shortened', sentence: text.shortened(found.count, list.count) }
    : { state: 'changed', sentence: text.changed }
}
