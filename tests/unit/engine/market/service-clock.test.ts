import { beforeEach, describe, expect, it } from 'vitest'
import { Hub } from '#engine/market/hub'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { SettableClock } from '../connection/stream/session-desk'

const hour = 3_600_000

/** A service with a settable clock on a real hub. */
class Bench {
  readonly clock = new SettableClock()
  offset = 0
  readonly hub: Hub
  #truth = this.clock.wall()
  #books = 0

  constructor() {
    this.hub = new Hub({
      clock: this.clock,
      register: () => 0,
      desire: () => undefined,
      resync: () => undefined,
      staleAfter: () => 10 * hour,
      serviceNow: () => this.service
    })
    this.hub.hold('A')
    this.hub.opened()
    this.hub.subscribed({ type: 'market_data', market: 'A' })
    this.hub.subscribed({ type: 'execution_data', market: 'A' })
    this.book(true)
    this.pass(1000)
  }

  get service(): number {
    return this.#truth + this.offset
  }

  get market() {
    return this.hub.market('A')!
  }

  get last() {
    return this.market.tape.lastPrice && formatDecimal(this.market.tape.lastPrice)
  }

  pass(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= 250) {
      const part = Math.min(250, left)
      this.#truth += part
      this.clock.advance(part)
    }
  }

  sleep(milliseconds: number): void {
    this.#truth += milliseconds
    this.clock.setForward(milliseconds)
  }

  book(snapshot: boolean): void {
    const level = (price: string) => ({ price: parseDecimal(price)!, amount: parseDecimal('1')! })
    this.#books += 1
    this.hub.exact(
      {
        kind: 'book',
        market: 'A',
        snapshot,
        time: BigInt(this.service) * 1_000_000n + BigInt(this.#books),
        bids: [level('10')],
        asks: [level('11')]
      },
      this.clock.monotonic()
    )
  }

  /** @param ahead by so many milliseconds its time is later than the service's clock says */
  trade(price: string, ahead = 0): void {
    this.hub.exact(
      {
        kind: 'execution',
        market: 'A',
        price: parseDecimal(price)!,
        amount: parseDecimal('1')!,
        executedAt: BigInt(this.service + ahead) * 1_000_000n
      },
      this.clock.monotonic()
    )
  }
}

let bench: Bench
beforeEach(() => void (bench = new Bench()))

describe('a trade dated in the future', () => {
  it('does not become the last price or a future candle', () => {
    bench.trade('10.5', hour)
    const came = bench.service
    expect(bench.last).toBe('10.5')
    bench.pass(1000)
    bench.trade('10.7')
    expect(bench.last).toBe('10.7')
    const { statistics, tape, candles } = bench.market
    expect(formatDecimal(statistics.lastDay(bench.service, tape.lastPrice).traded!.last)).toBe('10.7')
    expect(tape.tradeAt(0)).toMatchObject({ ahead: hour, executedAt: BigInt(came) * 1_000_000n })
    expect(tape.tradeAt(1)).toMatchObject({ ahead: 0 })
    const seconds = candles.series('1s')
    expect(seconds.startAt(seconds.count - 1) * 1000).toBeLessThanOrEqual(bench.service)
  })

  it('is kept as written up to two seconds ahead', () => {
    bench.trade('10.5', 1999)
    expect(bench.market.tape.tradeAt(0)).toMatchObject({
      ahead: 0,
      executedAt: BigInt(bench.service + 1999) * 1_000_000n
    })
  })
})

describe('a service’s clock that is set', () => {
  it.each([
    ['ahead', 300_000],
    ['back', -300_000]
  ])('%s is a step of the coverage', (_way, by) => {
    bench.pass(5000)
    const before = bench.service
    bench.offset += by
    bench.pass(5000)
    const { coverage } = bench.market.candles
    expect(coverage.steps).toEqual([{ from: expect.any(Number) as number, to: expect.any(Number) as number }])
    const [step] = coverage.steps
    expect(Math.abs(step!.from - before)).toBeLessThanOrEqual(250)
    expect(step!.to - step!.from).toBe(by)
    if (by > 0) expect(coverage.unseen(before - 1000, bench.service, bench.service)).toEqual([step])
    else expect(coverage.covers(before - 1000, before - 500, bench.service)).toBe(true)
  })

  it('is ignored below two seconds', () => {
    bench.offset += 300_000
    bench.pass(1500)
    bench.offset -= 300_000
    bench.pass(5000)
    expect(bench.market.candles.coverage.steps).toEqual([])
  })

  it('is distinguished from sleep and local clock changes', () => {
    bench.clock.setForward(300_000)
    bench.pass(5000)
    bench.sleep(hour)
    bench.pass(5000)
    expect(bench.market.candles.coverage.steps).toEqual([])
  })
})
