import type { SecondCopyState, StatementsState } from '#shared/contract/records/statements/index'

export interface FoundFault<State extends string> {
  readonly place: string
  readonly state: State
  /** Why it cannot be read. */
  readonly reason?: string | undefined
  /** What its bytes should have been: of a file that has other ones to be since then it says nothing. */
  readonly sha256?: string | undefined
}

export interface Verification {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unknown: number
  /** Files that the system did not give, so that nobody knows. */
  readonly unreadable?: number | undefined
  /** What is not as it was, `maxFaultsReported` at most; `place` is below the archive. */
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable' | 'unknown'>[]
  /** Null where there is none. */
  readonly copy: CopyVerification | null
}
export const maxFaultsReported = 500

/** What became of the second copy, held against the same hashes. */
export interface CopyVerification {
  readonly folder: string
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unreadable?: number | undefined
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable'>[]
  /** Folders of statements that the archive and the copy both call whole, and that differ: `maxFaultsReported` at most. */
  readonly disagreeing?: readonly string[] | undefined
  /** It was put right from the archive; what was altered is kept beside it. */
  readonly mended: boolean
  /** Why it could not be looked at, or null. */
  readonly sentence: string | null
}

export interface CopyState extends SecondCopyState {
  readonly inStep: number
  readonly lastAt: number | null
  /** What is wrong with the copy; the archive itself is not touched by it. */
  readonly fault: string | null
  /** Folders of statements that both call whole by their own record, and that differ: neither is changed by itself. */
  readonly disagreeing?: readonly string[] | undefined
}

/** The archive's list, SHA256SUMS, is not the one that this Leadline wrote last. */
export interface ListTrouble {
  readonly state: 'missing' | 'shortened' | 'changed' | 'unreadable'
  readonly sentence: string
}

/** What is known of the archive; windows get the problems that follow from it. */
export interface ArchiveFacts extends Omit<StatementsState, 'problems' | 'verification' | 'copy'> {
  /** Why nothing can be read, or null. */
  readonly fault: string | null
  /** Why nothing is written now, though everything can be read, or null. */
  readonly readOnly: string | null
  /** Something that happened, such as an interrupted move; null after `dismiss`. */
  readonly notice: string | null
  /** Statements that were complete here and whose folder or record is gone; the first of their folders. */
  readonly gone: { readonly count: number; readonly folders: readonly string[] }
  readonly list?: ListTrouble
  readonly verification: Verification | null
  /** Why the last automatic verification did not finish. */
  readonly verifyFailed?: { readonly at: number; readonly sentence: string }
  readonly copy: CopyState | null
}
