import { openMember, type MemberFacts } from '../log/member'
import { tradesOf } from './files'
import { membersOf, openMembers } from './members'

/** The trades of items that follow each other. */
export interface TradePart {
  readonly facts: Pick<MemberFacts, 'length' | 'firstSeq' | 'lastSeq' | 'from' | 'to'>
  /** In the file of trades; null if it is not there. */
  readonly offset: number | null
}

export interface TradeSource {
  /** Of a segment, in order. */
  partsOf(segment: string): Promise<readonly TradePart[]>
  /** The lines of some parts of a segment in turn; null for those that cannot be read. */
  read(segment: string, parts: readonly TradePart[], signal?: AbortSignal): AsyncIterable<TradeText>
}

export interface TradeText {
  readonly part: TradePart
  readonly text: Buffer | null
}

/** The files beside the segments. */
export const tradeFiles: TradeSource = {
  partsOf: (segment) => membersOf(tradesOf(segment)),
  async *read(segment, parts, signal) {
    const file = await openMembers(tradesOf(segment))
    try {
      for (const part of parts) {
        signal?.throwIfAborted()
        const { offset, facts } = part
        const isThere = file !== null && offset !== null
        yield { part, text: isThere ? openMember(await file.bytes(offset, facts.length)) : null }
      }
    } finally {
      await file?.close()
    }
  }
}
