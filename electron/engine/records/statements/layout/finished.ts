import { archiveText } from '#shared/messages/archive'
import type { Sidecar } from './sidecar'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const complete = wordsOf('COMPLETE COMPLETED FINAL FINALIZED FINALISED')
const voided = wordsOf('FAILED CANCELLED CANCELED REJECTED ERROR EXPIRED VOID VOIDED')
const preparing = wordsOf(
  'NOT PARTIAL PARTIALLY NEARLY PROGRESS QUEUED DRAFT INCOMPLETE UNFINISHED SCHEDULED'
)

/**
 * What a status says. The service has described one of them alone: COMPLETED. Of the others, those whose word is clear
 * are read by it; what has no such word is `unknown`, and shown as the service wrote it.
 */
type StatusKind = 'complete' | 'void' | 'preparing' | 'unknown'

/** One that says nothing came with its files, as only complete ones do. */
export function statusKind(status: string | null): StatusKind {
  if (status === null || status === '') return 'complete'
  const words = status.toUpperCase().split(/[^A-Z]+/)
  if (words.some((word) => preparing.has(word) || word.endsWith('ING'))) return 'preparing'
  if (words.some((word) => voided.has(word))) return 'void'
  return words.some((word) => complete.has(word)) ? 'complete' : 'unknown'
}

export function statusKindOf(record: Readonly<Record<string, unknown>>): StatusKind {
  const status = record['status']
  return statusKind(typeof status === 'string' ? status : null)
}

/** Nothing more is to be fetched of it. */
export const isWhole = ({ record, lacking = [] }: Pick<Sidecar, 'record' | 'lacking'>): boolean =>
  statusKindOf(record) !== 'preparing' && lacking.length === 0

/** Why a statement that was saved is not whole. */
export function lackSentence({ lacking = [] }: Pick<Sidecar, 'lacking'>): string {
  const text = archiveText.fetch
  const [first] = lacking
  if (!first) return text.unfinished
  return lacking.length === 1
    ? text.lackingOne(first.format.split('_').at(-1) || text.file, first.reason)
    : text.lackingMany(lacking.length, first.reason)
}
