import { nextPart, sharedLater } from '#shared/domain/connection/shared-time'
import { libText } from '../messages/lib'
import type { Desk } from './desk'
import { formatDue } from './format/time'

/** Milliseconds before the end of what is shared: a replay that ends earlier has not fetched the rest. */
const maxLast = 5000

type Parts = Pick<Desk, 'markets' | 'settings'>

/** A time that the desk in use has not shared yet, in words: on its own, and after how long it is. */
interface NotShared {
  readonly sentence: string
  readonly label: string
}

/** Null if nothing of it is shared later. In milliseconds since the epoch, by this computer's clock. */
export function notSharedYet({ markets, settings }: Parts, at: number): NotShared | null {
  const { shared } = markets.state.stream
  const now = Date.now()
  const due = shared ? sharedLater(at, shared, now) : null
  if (due === null || at > now) return null
  if (due === Infinity) return { sentence: libText.notShared.sentence, label: libText.notShared.yet }
  const time = formatDue(due, now, settings.now.clock)
  return { sentence: libText.notShared.expectedSentence(time), label: libText.notShared.expected(time) }
}

/** When a replay can go on that has reached the end of what is shared; null while that is not known. */
export function nextShared({ markets, settings, ...desk }: Parts & Pick<Desk, 'replay'>): string | null {
  const { shared } = markets.state.stream
  const at = desk.replay.state?.at ?? 0
  if (!shared || at < shared.until - maxLast) return null
  const due = nextPart(shared, Date.now())
  return due === null || due === Infinity ? null : formatDue(due, Date.now(), settings.now.clock)
}

/** Whether a window replays what was fetched of the desk in use. */
export const replaysDesk = ({ replay, connections }: Pick<Desk, 'replay' | 'connections'>): boolean => {
  const { profileId } = connections.status
  return replay.state?.profileId === profileId && connections.profile(profileId)?.feed !== undefined
}
