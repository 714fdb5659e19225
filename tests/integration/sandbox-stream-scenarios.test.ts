import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heldUpdates } from '#sandbox/stream/faults/lagging-executions'
import { giantFrameBytes } from '#sandbox/stream/faults/unrequested'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { parseTime } from '#shared/domain/base/time'
import { type Client, type Desk, openDesk } from './sandbox-stream-desk'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

describe('scenarios that change messages', () => {
  it('update-before-snapshot: sends older and newer updates before the snapshot', async () => {
    desk.on('update-before-snapshot')
    const client = await desk.subscribed()
    desk.run(20)
    await client.settled()
    const pushed = client.pushed('BTCUSD')
    const at = pushed.findIndex(({ type }) => type === 'SNAPSHOT')
    expect(at).toBeGreaterThan(1)
    expect(pushed.filter(({ type }) => type === 'SNAPSHOT')).toHaveLength(1)
    const time = parseTime(pushed[at]!.time!)!
    const before = pushed.slice(0, at).map((payload) => parseTime(payload.time!)!)
    expect(before.some((other) => other <= time) && before.some((other) => other > time)).toBe(true)
    // Buffered updates applied after the snapshot give the truth.
    const buffered = client.messages.filter(
      ({ payload }) => payload?.type === 'UPDATE' && parseTime(payload.time!)! > time
    )
    const snapshot = client.messages.find(({ payload }) => payload?.type === 'SNAPSHOT')!
    client.messages.splice(0, Infinity, snapshot, ...buffered)
    expect(client.book('BTCUSD')).toEqual(desk.truth('BTCUSD'))
  })

  it('update-before-snapshot: sends the snapshot even without market activity', async () => {
    desk.on('update-before-snapshot')
    const client = await desk.subscribed()
    desk.clock.advance(1500)
    await client.until(() => client.pushed('BTCUSD').length === 1)
    expect(client.book('BTCUSD')).toEqual(desk.truth('BTCUSD'))
  })

  it('zero-variants: spells numbers in many ways with the same value', async () => {
    const client = await desk.subscribed()
    desk.on('zero-variants', { market: 'BTCUSD' })
    desk.run(60)
    await desk.expectTruth(client, 'BTCUSD')
    const amounts = client
      .pushed('BTCUSD')
      .flatMap(({ bids, asks }) => [...bids!, ...asks!].map((l) => l.amount))
    expect(new Set(amounts.filter((amount) => Number(amount) === 0))).toEqual(
      new Set(['0', '0.0', '0.00', '0.00000000'])
    )
  })

  it('time-digits: sends none to nine digits, in order', async () => {
    desk.on('time-digits')
    const client = await desk.subscribed()
    for (let round = 0; round < 40; round += 1) {
      desk.clock.advance(137)
      desk.run(1, 30)
    }
    await desk.expectTruth(client, 'BTCUSD')
    const texts = client.pushed('BTCUSD').map(({ time }) => time!)
    const times = texts.map((text) => parseTime(text)!)
    expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true)
    expect(new Set(texts.map((text) => text.length)).size).toBeGreaterThan(6)
    expect([...texts].sort()).not.toEqual(texts)
  })

  it('late-executions: sends them out of order, each once', async () => {
    const client = await desk.subscribed()
    desk.on('late-executions')
    desk.run(100)
    desk.scenarios.switchOff('late-executions')
    await client.settled()
    const seen = client.pushed('BTCUSD', 'execution_data')
    const truth = desk.exchange.trades('BTCUSD')!
    expect(truth.length).toBeGreaterThan(8)
    expect(seen).not.toEqual(truth)
    expect([...seen].sort((a, b) => (a.executed_at! < b.executed_at! ? -1 : 1))).toEqual(truth)
    await desk.expectTruth(client, 'BTCUSD')
  })

  it('late-executions: does not hold a single one forever', async () => {
    const client = await desk.subscribed(...desk.exchange.markets)
    desk.on('late-executions')
    while (desk.exchange.trades('POLUSD')!.length === 0) desk.exchange.step(1, 'POLUSD')
    desk.clock.advance(400)
    await client.until(() => client.pushed('POLUSD', 'execution_data').length > 0)
  })

  it('lagging-executions: sends each after the updates that follow it', async () => {
    const client = await desk.subscribed()
    desk.on('lagging-executions')
    desk.run(100)
    await client.settled()
    const pushed = client.messages.filter(({ payload }) => payload?.market === 'BTCUSD')
    const truth = desk.exchange.trades('BTCUSD')!
    const seen = client.pushed('BTCUSD', 'execution_data')
    expect(seen.length).toBeGreaterThan(8)
    expect(seen).toEqual(truth.slice(0, seen.length))
    const behind = seen.map(({ executed_at }) => {
      const at = pushed.findIndex(({ payload }) => payload?.executed_at === executed_at)
      const time = parseTime(executed_at!)!
      return pushed.slice(0, at).filter(({ payload }) => {
        return payload?.type === 'UPDATE' && parseTime(payload.time!)! > time
      }).length
    })
    // One in six trades follows its update anyway.
    expect(new Set(behind)).toEqual(new Set([heldUpdates]))
    desk.scenarios.switchOff('lagging-executions')
    await client.settled()
    expect(client.pushed('BTCUSD', 'execution_data')).toEqual(truth)
    await desk.expectTruth(client, 'BTCUSD')
  })

  it('clock-skew: shifts the times ahead', async () => {
    desk.on('clock-skew')
    const client = await desk.subscribed()
    desk.run(5)
    await desk.expectTruth(client, 'BTCUSD')
    for (const { time } of client.pushed('BTCUSD')) {
      expect(Number(parseTime(time!)! / 1_000_000n) - desk.clock.now()).toBeGreaterThan(60_000)
    }
  })

  it('extra-fields: adds unknown members everywhere', async () => {
    desk.on('extra-fields')
    const client = await desk.subscribed()
    desk.run(20)
    await desk.expectTruth(client, 'BTCUSD')
    const first = client.messages.find(({ channel }) => channel)!
    expect(Object.keys(first)).toContain('meta')
    expect(Object.keys(first.payload!)).toContain('venue')
    expect(Object.keys(first.payload!.bids![0]!)).toContain('orders')
  })

  it('error-shapes: sends the same codes in other forms, and an unrequested error', async () => {
    const client = await desk.connect()
    desk.on('error-shapes')
    expect(await client.until(() => client.messages[0])).toMatchObject({
      type: 'error',
      error: 'SERVICE_DEGRADED'
    })
    const shapes = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const answer = await client.ask('{')
      expect(JSON.stringify(answer)).toContain('MALFORMED_REQUEST')
      shapes.add(Object.keys(answer).join() + typeof answer.error)
    }
    expect(shapes.size).toBe(4)
    const answers = [await client.subscribe('BTCUSD', 'NOSUCH'), await client.subscribe('BTCUSD', 'NOSUCH')]
    expect(answers.map(({ channels }) => channels!.every((entry) => 'params' in entry)).sort()).toEqual([
      false,
      true
    ])
    expect(answers[0]!.channels!.map(({ success }) => success)).toEqual([true, true, false, false])
  })

  it('duplicate-snapshot: repeats true snapshots', async () => {
    const first = await desk.subscribed()
    desk.on('duplicate-snapshot')
    const second = await desk.subscribed()
    await Promise.all([first.settled(), second.settled()])
    for (const client of [first, second]) {
      expect(client.pushed('BTCUSD').map(({ type }) => type)).toEqual(['SNAPSHOT', 'SNAPSHOT'])
    }
    desk.run(10)
    await desk.expectTruth(first, 'BTCUSD')
  })

  it('crossed-book: stays crossed until a new subscription or the end', async () => {
    const [client, patient, other] = [
      await desk.subscribed(),
      await desk.subscribed(),
      await desk.subscribed('ETHUSD')
    ]
    desk.on('crossed-book', { market: 'BTCUSD' })
    while (client.pushed('BTCUSD').length < 3) {
      desk.run(1)
      await client.settled()
    }
    const crossed = (reader: Client) => {
      const { bids, asks } = reader.book('BTCUSD')
      return Number(bids.at(-1)![0]) > Number(asks[0]![0])
    }
    await Promise.all([client.settled(), patient.settled()])
    expect(crossed(client) && crossed(patient)).toBe(true)
    const channels = [{ type: 'market_data', params: { market: 'BTCUSD' } }]
    await client.ask({ type: 'unsubscribe', channels })
    await client.ask({ type: 'subscribe', channels })
    desk.run(20)
    await desk.expectTruth(client, 'BTCUSD')
    desk.scenarios.switchOff('crossed-book')
    desk.run(20)
    await desk.expectTruth(patient, 'BTCUSD')
    await desk.expectTruth(other, 'ETHUSD')
  })

  const beside: [ScenarioName, (client: Client) => boolean][] = [
    [
      'unknown-channel',
      ({ messages }) => messages.some(({ channel }) => channel && /auction|heartbeat/.test(channel.type))
    ],
    [
      'unknown-type',
      ({ messages }) =>
        messages.some(({ type, payload }) => type === 'notice' || payload?.type === 'CHECKPOINT')
    ],
    ['malformed-json', ({ odd }) => odd.some(({ binary }) => !binary)],
    ['binary-frame', ({ odd }) => odd.some(({ binary }) => binary)]
  ]
  it.each(beside)('%s: adds unknown frames for its target only', async (name, seen) => {
    const client = await desk.subscribed()
    const other = await desk.subscribed()
    desk.on(name, { connection: desk.stream.connections()[0]!.id })
    desk.run(80)
    await desk.expectTruth(client, 'BTCUSD')
    await desk.expectTruth(other, 'BTCUSD')
    expect(seen(client)).toBe(true)
    expect(seen(other)).toBe(false)
    expect(client.pushed('BTCUSD', 'execution_data')).toEqual(desk.exchange.trades('BTCUSD'))
  })

  it('giant-frame: sends one oversized frame and continues', async () => {
    const client = await desk.subscribed()
    let largest = 0
    client.socket.on('message', (data) => (largest = Math.max(largest, (data as Buffer).length)))
    desk.on('giant-frame')
    desk.run(10)
    await client.until(() => largest > giantFrameBytes)
    await desk.expectTruth(client, 'BTCUSD')
  })

  it('burst: sends thousands of messages once a second', async () => {
    const client = await desk.subscribed()
    desk.on('burst', { market: 'BTCUSD', for_ms: 2500 })
    await client.until(() => client.messages.length > 5000)
    desk.clock.advance(1000)
    await client.until(() => client.messages.length > 10_000)
    desk.clock.advance(10_000)
    await desk.expectTruth(client, 'BTCUSD')
    expect(client.messages.length).toBeLessThan(17_000)
  })
})
