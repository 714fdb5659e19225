import type { StreamStatus } from '../../shared/contract/markets'
import { fail, type Problem } from '../../shared/domain/problem'
import type { ChannelState, Entry } from './channels'
import type { Channel } from './types'

const problem = (code: string, sentence: string): Problem => fail(code, sentence, { retryable: true }).problem

export const problems = {
  dead: problem('stream.dead', 'The service no longer answers: two pings were lost.'),
  silent: problem('stream.silent', 'The service has said nothing for too long, although its socket is open.'),
  reader: (thrown: unknown): Problem =>
    fail('stream.reader', 'A message could not be worked on, so everything is fetched anew.', {
      retryable: true,
      detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    }).problem
} as const

export const sleptSentence = 'The computer slept, so the connection is made anew.'

export function silentSentence(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return `Connected, but nothing at all has come for ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
}

/** Whether any channel serves, or is only being renewed. */
export const serves = ({ desired, state, renewBy }: Entry): boolean =>
  desired &&
  (state === 'subscribed' || state === 'unsubscribing' || (renewBy !== null && state !== 'refused'))

export function openSentence(entries: readonly Entry[]): string {
  const wanted = entries.filter(({ desired, state }) => desired && state !== 'refused')
  if (wanted.length === 0) return 'Connected; no market is asked for.'
  const markets = new Set(wanted.map(({ channel }) => channel.market)).size
  const named = markets === 1 ? 'one market' : `${markets} markets`
  const serving = wanted.filter(serves).length
  if (serving === wanted.length) return `Connected, with ${named}.`
  return `Connected; the service has confirmed ${serving} of ${wanted.length} channels of ${named}.`
}

export interface ChannelDescription extends Channel {
  readonly desired: boolean
  readonly state: ChannelState
  readonly code: string | null
}

/** For Diagnostics. */
export interface SessionDescription {
  readonly status: StreamStatus
  readonly channels: readonly ChannelDescription[]
  /** Requests that the service has not answered. */
  readonly owed: number
  readonly missedPings: number
  readonly failures: number
  readonly connects: number
  readonly losses: number
  /** Monotonic. */
  readonly lastFrameAt: number | null
  readonly lastDataAt: number | null
}

export const describeChannels = (entries: readonly Entry[]): ChannelDescription[] =>
  entries.map(({ channel, desired, state, code }) => ({ ...channel, desired, state, code }))
