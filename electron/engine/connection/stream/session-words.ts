import type { StreamStatus } from '#shared/contract/market/markets'
import { fail, type Problem } from '#shared/domain/base/problem'
import { streamText } from '#shared/messages/stream'
import type { ChannelState, Entry } from './channels'
import type { Channel } from './types'

const problem = (code: string, sentence: string): Problem => fail(code, sentence, { retryable: true }).problem

export const problems = {
  dead: problem('stream.dead', streamText.dead),
  silent: problem('stream.silent', streamText.silent),
  slept: problem('stream.slept', streamText.slept),
  reader: (thrown: unknown): Problem =>
    fail('stream.reader', streamText.messageFailed, {
      retryable: true,
      detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    }).problem
} as const

/** Of a status: nothing arrives, although the connection is open. */
export const isSilent = (phase: string, problem: string | null | undefined): boolean =>
  phase === 'degraded' && problem === problems.silent.code

/** Whether it is subscribed or only being renewed. */
const serves = ({ desired, state, renewBy }: Entry): boolean =>
  desired &&
  (state === 'subscribed' || state === 'unsubscribing' || (renewBy !== null && state !== 'refused'))

export function countChannels(entries: readonly Entry[]): StreamStatus['channels'] {
  const wanted = entries.filter(({ desired, state }) => desired && state !== 'refused')
  return {
    wanted: wanted.length,
    confirmed: wanted.filter(serves).length,
    markets: new Set(wanted.map(({ channel }) => channel.market)).size
  }
}

interface ChannelDescription extends Channel {
  readonly desired: boolean
  readonly state: ChannelState
  readonly code: string | null
}

/** For Diagnostics. */
export interface SessionDescription {
  readonly status: StreamStatus
  readonly channels: readonly ChannelDescription[]
  /** Unanswered requests. */
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
