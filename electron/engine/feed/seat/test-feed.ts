import type { Environment, FeedTest } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { systemClock } from '../../base/clock'
import type { FeedAccess } from '../../connection'
import { FeedLive } from './feed-live'
import { feedSubjects } from '../wire/subjects'

/** Of the server's answer, longer than a fail-over. */
const within = 4000

/** Follows the feed until it is live, or says why it is not. */
export async function testFeed(access: FeedAccess, environment: Environment): Promise<FeedTest> {
  const warnings: string[] = []
  const began = systemClock.monotonic()
  const live = new FeedLive({
    access,
    subjects: feedSubjects({ environment, restBase: '', clientId: '', feed: access }),
    staleAfter: within,
    warn: (sentence) => warnings.push(sentence)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      let cancel: (() => void) | null = null
      const settle = () => {
        cancel?.()
        const { phase, problem } = live.status
        if (phase === 'subscribed') resolve()
        else reject(problem ? fail(problem.code, problem.sentence) : fail('feed.slow', feedText.noAnswer))
      }
      live.onStatus(({ phase, problem }) => {
        if (phase === 'subscribed' || phase === 'refused' || problem?.code === 'feed.connect') settle()
      })
      live.seat.follower.onChange(() => {
        if (live.seat.follower.state !== 'disconnected') cancel ??= systemClock.later(within, settle)
      })
      live.start()
    })
    const names = live.seat.markets.markets.map(({ name }) => name).sort()
    const milliseconds = Math.max(0, Math.round(systemClock.monotonic() - began))
    return { kind: 'feed', found: [feedText.found(names)], warnings, milliseconds }
  } finally {
    live.dispose()
  }
}
