import { expect, test } from 'vitest'
import { Hub } from '#engine/market/hub'
import { Publisher } from '#engine/market/publish/index'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketFrame } from '#shared/contract/market/market-news'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { HandClock } from '../../hand-clock'

/** Another time than now, as in a replay. */
class OldClock extends HandClock {
  override wall(): number {
    return super.wall() - 86_400_000
  }
}

test('frames follow the real clock, ages and times that of the data', () => {
  const [clock, data] = [new HandClock(), new OldClock()]
  const hub = new Hub({
    clock: data,
    staleAfter: () => 1e9,
    register: () => 1,
    desire: () => undefined,
    resync: () => undefined
  })
  const publisher = new Publisher({ clock, dataClock: data, interval: () => 200 })
  const frames: MarketFrame[] = []
  const send = () => {
    const frame = publisher.nextFrame('one')
    if (frame) frames.push(frame)
  }
  publisher.use(hub)
  publisher.open('one', { free: true, send }, true)
  const parts = { book: { levels: 5, grouping: null }, trades: null, candles: null, statistics: false }
  publisher.subscribe('one', { id: 1, market: 'A', parts })
  hub.opened()
  const message = new PackedMessage()
  const quote = (seconds: number) => {
    const decimal = { units: BigInt(100 + seconds), scale: 0 }
    packMessage(
      {
        kind: 'book',
        market: 'A',
        snapshot: true,
        time: BigInt(seconds) * 1_000_000_000n,
        bids: [{ price: decimal, amount: decimal }],
        asks: []
      },
      1,
      message
    )
    hub.packed(message, data.monotonic())
  }
  quote(1)
  clock.advance(0)
  expect(frames.length).toBe(1)
  // An hour of the data within one frame: still one frame at a time.
  data.advance(3_600_000)
  quote(3600)
  data.advance(700)
  expect(frames.length).toBe(1)
  clock.advance(199)
  expect(frames.length).toBe(1)
  clock.advance(1)
  expect(frames.length).toBe(2)
  const { builtAt, news } = readMarketFrame(frames[1]!)
  expect(builtAt).toBe(data.wall())
  expect(news).toMatchObject([{ state: 'live', bookAge: 700 }])
  quote(3601)
  clock.advance(200)
  expect(frames.length).toBe(3)
  hub.dispose()
  publisher.dispose()
})
