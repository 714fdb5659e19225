import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream'
import { readMessage, type FeedMessage, type Keyframe } from '../wire/messages'
import type { FeedSubjects } from '../wire/subjects'

/** Messages that are asked for at once. */
const atOnce = 32
/** As far back as the stream reaches, with some to spare. */
const maxRounds = 40

interface Wanted {
  readonly epoch: number | null
  /** Of the next item; null if any keyframe will do. */
  readonly position: number | null
}

/**
 * Reads the last keyframes and everything after them from the stream; earlier ones, if items are wanted from before
 * the last. Stops when `receive` returns false.
 */
export async function catchUp(
  manager: Pick<JetStreamManager, 'streams'>,
  { stream, keys }: Pick<FeedSubjects, 'stream' | 'keys'>,
  wanted: Wanted,
  receive: (message: FeedMessage | null) => boolean
): Promise<void> {
  const message = (query: { seq: number } | { last_by_subj: string }): Promise<StoredMsg | null> =>
    manager.streams.getMessage(stream, query)
  const roundAt = (stored: StoredMsg | null): Keyframe | null => {
    const read = stored && readMessage(stored.data)
    return read?.kind === 'keyframe' && read.begins > 0 && read.begins <= stored!.seq ? read : null
  }
  let round = roundAt(await message({ last_by_subj: keys }))
  if (!round) return
  for (let count = 0; count < maxRounds && isAfter(round, wanted) && round.previous > 0; count++) {
    const previous = roundAt(await message({ seq: round.previous }))
    if (!previous || previous.epoch !== round.epoch || previous.begins >= round.begins) break
    round = previous
  }
  for (let next = round.begins; ; next += atOnce) {
    const found = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => message({ seq: next + index }))
    )
    for (const stored of found) if (!stored || !receive(readMessage(stored.data))) return
  }
}

const isAfter = (round: Keyframe, { epoch, position }: Wanted): boolean =>
  position !== null && round.epoch === epoch && round.position > position
