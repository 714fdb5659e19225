import { beforeEach, describe, expect, it } from 'vitest'
import { AlertBench, staleAfter } from './desk'
import { idleStream } from '../../stream-status'

let bench: AlertBench
beforeEach(() => {
  bench = new AlertBench().start('A', 'B')
  for (const market of ['A', 'B']) bench.snapshot(market, [['100', '2']], [['101', '3']])
  bench.watched = ['A', 'B']
})

const values = (index = -1) =>
  Object.fromEntries(bench.fired.at(index)?.values.map(({ name, value }) => [name, value]) ?? [])

describe('a stale alert', () => {
  it('fires for one market, and again after the cooldown', async () => {
    await bench.add({ kind: 'stale', market: 'A', seconds: 4 }, { pause: 5 })
    for (let second = 0; second < 20; second += 1) {
      bench.clock.advance(1000)
      bench.update('B', [['100', String(second + 1)]])
      if (second === 1) bench.trade('A', '100', '1')
    }
    // A spoke after two seconds: stale after six, then with a cooldown of five seconds.
    const begin = bench.clock.wall() - 20_000
    expect(bench.fired.map(({ at, market }) => [market, at - begin])).toEqual([
      ['A', 6000],
      ['A', 11_000],
      ['A', 16_000]
    ])
    expect(values(0)).toMatchObject({ 'No data for': '4.0 s', Book: 'Live' })
  })

  it('names one market or all of them', async () => {
    await bench.add({ kind: 'stale', market: null, seconds: 4 })
    bench.clock.advance(2000)
    bench.update('B', [['100', '9']])
    bench.clock.advance(2000)
    expect(bench.fired).toMatchObject([{ market: 'A' }])
    await bench.alerts.change('alert-1', { armed: true })
    expect(bench.fired).toHaveLength(2)
    bench.clock.advance(staleAfter)
    await bench.alerts.change('alert-1', { armed: true })
    expect(bench.fired.at(-1)?.market).toBeNull()
    expect(values()).toMatchObject({ Markets: 'A, B', 'Longest without data': '14.0 s' })
  })

  it('fires for a book that is not live despite messages', async () => {
    await bench.add({ kind: 'stale', market: 'A', seconds: 3 })
    bench.hub.garbled('A')
    for (let step = 0; step < 8; step += 1) {
      bench.clock.advance(500)
      bench.update('A', [['100', '1']])
    }
    expect(bench.fired).toHaveLength(1)
    expect(values()['Book']).toContain('could not be read')
  })

  it('ignores refused markets until they are available', async () => {
    bench.watched = ['A', 'B', 'FOOUSD']
    bench.hub.hold('FOOUSD')
    const any = await bench.add({ kind: 'stale', market: null, seconds: 3 }, { pause: 1 })
    const alone = await bench.add({ kind: 'stale', market: 'FOOUSD', seconds: 3 }, { pause: 1 })
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        bench.clock.advance(1000)
        for (const market of ['A', 'B']) bench.update(market, [['100', String(second + 1)]])
      }
    }
    pass(1)
    const before = bench.changes
    bench.hub.refused({ type: 'market_data', market: 'FOOUSD' }, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    pass(30)
    expect(bench.fired).toEqual([])
    expect(bench.changes).toBe(before + 1)
    expect(bench.shown(any).blind).toBeNull()
    expect(bench.shown(alone).blind).toBe('The service has no market FOOUSD.')
    // Requested again without a response.
    bench.hub.hold('FOOUSD')
    expect(bench.shown(alone).blind).toBeNull()
    pass(2)
    expect(bench.fired).toEqual([])
    pass(2)
    expect(new Set(bench.fired.map(({ market }) => market))).toEqual(new Set(['FOOUSD']))
  })

  it('ignores lost connections and restarts with the next one', async () => {
    const id = await bench.add({ kind: 'stale', market: 'A', seconds: 5 })
    bench.clock.advance(4000)
    bench.lose()
    expect(bench.shown(id).blind).toContain('stream is disconnected')
    bench.clock.advance(60_000)
    expect(bench.fired).toEqual([])
    bench.open('A', 'B')
    bench.clock.advance(4500)
    expect(bench.fired).toEqual([])
    bench.clock.advance(750)
    expect(bench.fired).toHaveLength(1)
  })
})

describe('a connection alert', () => {
  it('fires when it is lost long enough, through any phases', async () => {
    await bench.add({ kind: 'connection', seconds: 5 }, { pause: 60 })
    bench.lose('waiting')
    bench.clock.advance(3000)
    bench.stream('connecting')
    bench.clock.advance(1999)
    expect(bench.fired).toEqual([])
    bench.clock.advance(1)
    expect(bench.fired).toHaveLength(1)
    expect(values()).toEqual({ State: 'Lost', 'Lost for': '5.0 s', Reason: 'The stream is connecting.' })
    bench.clock.advance(60_000)
    expect(bench.fired).toHaveLength(2)
  })

  it('counts the time before a refusal', async () => {
    await bench.add({ kind: 'connection', seconds: 600 })
    bench.lose('waiting')
    bench.clock.advance(3000)
    bench.stream('refused')
    expect(values()).toMatchObject({ State: 'Refused', 'Lost for': '3.0 s' })
  })

  it('does not fire if it returns in time', async () => {
    await bench.add({ kind: 'connection', seconds: 5 })
    bench.lose('waiting')
    bench.clock.advance(4900)
    bench.open('A', 'B')
    bench.clock.advance(60_000)
    expect(bench.fired).toEqual([])
  })

  it('fires at once if refused', async () => {
    await bench.add({ kind: 'connection', seconds: 600 })
    bench.stream('refused', 'The service refuses the scope.')
    expect(values()).toMatchObject({ State: 'Refused', Reason: 'The service refuses the scope.' })
  })

  it('ignores the first attempt and expiring tokens', async () => {
    const fresh = new AlertBench()
    fresh.alerts.useProfile('desk')
    await fresh.add({ kind: 'connection', seconds: 0 })
    fresh.stream('connecting')
    fresh.clock.advance(60_000)
    expect(fresh.fired).toEqual([])
    await bench.add({ kind: 'connection', seconds: 0 })
    bench.alerts.seeConnection({
      phase: 'failed',
      sentence: 'No token.',
      stream: { ...idleStream, phase: 'subscribed' }
    })
    expect(bench.fired).toEqual([])
    bench.alerts.seeConnection({ phase: 'refused', sentence: 'The client is unknown.', stream: null })
    expect(values()).toMatchObject({ State: 'Refused', Reason: 'The client is unknown.' })
  })
})
