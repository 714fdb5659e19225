import type { ListTrouble } from '#shared/contract/records/statements/index'
import type { ListMark } from './ledger-text'

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

const counted = (count: number) => `${count} ${count === 1 ? 'statement' : 'statements'}`

export const unreadList = (why: string): ListTrouble => ({
  state: 'unreadable',
  sentence: `The archive’s list (SHA256SUMS) cannot be read, so it is not known what is gone. ${why}`
})

export const foreignList = (count: number): ListTrouble => ({
  state: 'changed',
  sentence: `The archive’s list (SHA256SUMS) has ${count === 1 ? 'a line that names' : `${count} lines that name`} no file of a statement. Nothing is done with what ${count === 1 ? 'it names' : 'they name'}.`
})

/** What is wrong with a list as it was found, or null. */
export function troubleOf(found: ListMark | null, known: KnownList | null): ListTrouble | null {
  const list = known?.list
  if (!known || !list) return null
  if (found === null) {
    if (list.count === 0) return null
    return {
      state: 'missing',
      sentence: `The archive’s list (SHA256SUMS), which named ${counted(list.count)}, is not there any more. Until it is back, a statement that is gone as a whole may not be missed.`
    }
  }
  if (found.sha256 === list.sha256 || found.sha256 === known.next?.sha256) return null
  if (found.count < list.count) {
    return {
      state: 'shortened',
      sentence: `The archive’s list (SHA256SUMS) names ${counted(found.count)}, and named ${list.count} when this Leadline wrote it last.`
    }
  }
  return {
    state: 'changed',
    sentence:
      'The archive’s list (SHA256SUMS) is not the one that this Leadline wrote last. Another computer that uses this archive writes it, too; if there is none, somebody changed it.'
  }
}
