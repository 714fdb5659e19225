import type { BookState, StreamStatus } from '#shared/contract/market/markets'
import { timelineText } from '#shared/messages/app'

export const seconds = (milliseconds: number) => `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`

export const inside = (sentence: string) =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase())

export function namesOf(markets: Iterable<string>): string {
  const names = [...markets].sort()
  if (names.length > 3) return timelineText.stream.markets(names.length)
  const last = names.pop() ?? ''
  return names.length > 0 ? timelineText.stream.and(names.join(', '), last) : last
}

export function waitingWords({ problem, sentence, since, retryAt }: StreamStatus): string {
  const why = (problem?.sentence ?? sentence).replace(/\.$/, '')
  return retryAt === null ? why : timelineText.stream.waiting(why, seconds(retryAt - since))
}

export interface BookGlance {
  readonly market: string
  readonly state: BookState
  readonly reason: string | null
}

/** Reported when the books are live again, or after a while. */
export function reconnectedWords(lasted: number, books: readonly BookGlance[]): string {
  const wanted = books.filter(({ state }) => state !== 'refused' && state !== 'idle')
  const live = wanted.filter(({ state }) => state === 'live').length
  const { reconnected, partlyRebuilt, allRebuilt } = timelineText.stream
  const after = reconnected(seconds(lasted))
  if (wanted.length === 0) return after
  return live < wanted.length ? partlyRebuilt(after, live, wanted.length) : allRebuilt(after, live)
}
