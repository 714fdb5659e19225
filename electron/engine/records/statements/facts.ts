import type { SecondCopyState, StatementsState } from '#shared/contract/records/statements/index'

export interface FoundFault<State extends string> {
  readonly place: string
  readonly state: State
  /** Why it cannot be read. */
  readonly reason?: string | undefined
  /** The digest that was expected then; the fault does not apply to a file with another expected digest. */
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
  /** Files that could not be read. */
  readonly unreadable?: number | undefined
  /** `maxFaultsReported` at most; `place` is below the archive. */
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable' | 'unknown'>[]
  /** Null without a second copy. */
  readonly copy: CopyVerification | null
}
export const maxFaultsReported = 500

/** The second copy, compared with the same hashes. */
export interface CopyVerification {
  readonly folder: string
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unreadable?: number | undefined
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable'>[]
  /** Folders of statements that differ although both versions look intact; `maxFaultsReported` at most. */
  readonly disagreeing?: readonly string[] | undefined
  /** It was repaired from the archive; altered files are kept beside the new ones. */
  readonly mended: boolean
  /** Why it could not be verified, or null. */
  readonly sentence: string | null
}

export interface CopyState extends SecondCopyState {
  readonly inStep: number
  /** The problem of the copy; it does not affect the archive. */
  readonly fault: string | null
  /** Folders of statements that differ although both versions look intact; neither is changed automatically. */
  readonly disagreeing?: readonly string[] | undefined
}

/** The archive's list, SHA256SUMS, is not the one that this Leadline wrote last. */
export interface ListTrouble {
  readonly state: 'missing' | 'shortened' | 'changed' | 'unreadable'
  readonly sentence: string
}

/** The facts about the archive; windows get the problems that follow from them. */
export interface ArchiveFacts extends Omit<StatementsState, 'problems' | 'verification' | 'copy'> {
  /** Why nothing can be read, or null. */
  readonly fault: string | null
  /** Why nothing is written now, though everything can be read, or null. */
  readonly readOnly: string | null
  /** Something that happened, such as an interrupted move; null after `dismiss`. */
  readonly notice: string | null
  /** Why it is not saved which records this computer fetched, or null. */
  readonly notSaved: string | null
  /** Statements that were complete here and whose folder or record is gone; the first of their folders. */
  readonly gone: { readonly count: number; readonly folders: readonly string[] }
  readonly list?: ListTrouble
  readonly verification: Verification | null
  /** Why the last automatic verification did not finish. */
  readonly verifyFailed?: { readonly at: number; readonly sentence: string }
  readonly copy: CopyState | null
}
