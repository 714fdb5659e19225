import type { NatsConnection } from '@nats-io/transport-node'
import { systemClock } from '#engine/base/clock'
import { FeedPublisher } from '#engine/feed/leader/publisher'
import { openLeaderBus } from '#engine/feed/server/stream'
import type { FeedSubjects } from '#engine/feed/wire/subjects'
import { logTimeAt } from '#engine/recording/replay/log-time'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { LogScript } from '../../unit/engine/recording/log-script'

/** Nothing happens for as long as a test takes. */
export const staleAfter = 600_000

/** A leader with one live market, BTCUSD. Its lease is never lost. */
export async function leadOneMarket(connection: NatsConnection, subjects: FeedSubjects, epoch: number) {
  const hub = new RecordedHub({ staleAfter: () => staleAfter })
  const publisher = new FeedPublisher({
    ...{ clock: systemClock, bus: await openLeaderBus(connection, subjects), subjects, staleAfter },
    term: { epoch, isHeld: true, renew: async () => undefined },
    isLive: () => true,
    save: () => {
      // As for a live hub, time passes although nothing happens.
      const passed = systemClock.monotonic() - hub.clock.monotonic()
      hub.advanceTo(logTimeAt(hub.now + passed))
      return hub.save().markets
    }
  })
  await publisher.start()
  const log = new LogScript()
  log.now = Math.floor(systemClock.wall())
  log.run(Math.floor(systemClock.monotonic())).subscribed()
  log.snapshot([['10', '1']], [['11', String(epoch)]])
  for (const item of log.items) {
    hub.apply(item)
    // The publisher says itself when its clock began.
    if (item.seq > 1) publisher.record(item.kind, systemClock.monotonic(), item.content)
  }
  publisher.sendRoundSoon()
  return publisher
}
