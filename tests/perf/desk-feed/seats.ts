import process from 'node:process'
import { connectFeed } from '#engine/feed/server/connect'
import { FeedSeat } from '#engine/feed/seat/seat'
import { feedSubjects } from '#engine/feed/wire/subjects'

/** Seats of one feed in a process of their own: the address of the server, the digest of the feed, how many, and of which markets. */
const [server = '', digest = '', count = '1', ...markets] = process.argv.slice(2)
const subjects = feedSubjects({
  environment: 'local',
  restBase: '',
  clientId: '',
  feed: { servers: [], digest }
})
const seats: FeedSeat[] = []
for (let index = 0; index < Number(count); index += 1) {
  const seat = new FeedSeat({ subjects, staleAfter: 10_000 })
  seat.follow((await connectFeed({ servers: [server], identity: { open: true }, name: 'seat' })).connection)
  seats.push(seat)
}
const isLive = () =>
  seats.every((seat) => markets.every((market) => seat.markets.market(market)?.state === 'live'))
const timer = setInterval(() => {
  if (!isLive()) return
  clearInterval(timer)
  process.stdout.write('live\n')
}, 50)
