import { expect, it } from 'vitest'
import { FeedPublisher, type LeaderBus, type StreamPlace } from '#engine/feed/leader/publisher'
import {
  readMessage,
  type Batch,
  type Beat,
  type FeedMessage,
  type Keyframe
} from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { HandClock } from '../hand-clock'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { LogScript } from '../recording/log-script'

const subjects = feedSubjects({ environment: 'sandbox', restBase: 'https://a.example', clientId: 'a' })

function desk(markets = ['BTCUSD'], soon?: (call: () => void) => () => void) {
  const clock = new HandClock()
  const sent: FeedMessage[] = []
  const kept: (StreamPlace & { readonly message: FeedMessage })[] = []
  const stream = { last: 40, lastId: '', isFull: false, isLost: false, asked: 0 }
  const term = {
    epoch: 9,
    isHeld: true,
    renewals: 0,
    async renew() {
      this.renewals += 1
    }
  }
  const keep = (subject: string, bytes: Uint8Array, { id, after, afterId }: StreamPlace): boolean => {
    bus.send(subject, bytes)
    if (stream.isFull || after !== stream.last || (afterId !== null && afterId !== stream.lastId))
      return false
    stream.last += 1
    stream.lastId = id
    kept.push({ id, after, afterId, message: readMessage(Buffer.from(bytes))! })
    return true
  }
  const bus: LeaderBus = {
    send: (_subject, bytes) => void sent.push(readMessage(Buffer.from(bytes))!),
    keep: (subject, bytes, place) => void keep(subject, bytes, place),
    async confirm(subject, bytes, place) {
      stream.asked += 1
      if (!keep(subject, bytes, place)) throw new Error('not kept')
    },
    async lastNumber() {
      if (stream.isLost) throw new Error('no answer')
      return stream.last
    }
  }
  const hub = new RecordedHub({ staleAfter: () => 1000 })
  for (const [index, market] of markets.entries()) {
    const log = new LogScript(market)
    if (index === 0) log.run()
    for (const item of log.subscribed().items) hub.apply(item)
  }
  const publisher = new FeedPublisher({
    clock,
    bus,
    subjects,
    term,
    staleAfter: 1000,
    ...(soon && { soon }),
    isLive: () => true,
    save: () => hub.save().markets
  })
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      clock.advance(10)
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    }
  }
  return { publisher, sent, kept, stream, term, pass, clock }
}

const batchesOf = (messages: readonly FeedMessage[]) =>
  messages.filter((message): message is Batch => message.kind === 'batch')

it('sends within ten milliseconds, in numbers without a hole, and keeps each message after the one before', async () => {
  const { publisher, sent, kept, pass, clock } = desk()
  await publisher.start()
  for (let count = 0; count < 50; count += 1) {
    publisher.record('f', clock.monotonic(), Buffer.from(`frame ${count}`))
    await pass(10)
    expect(batchesOf(sent).at(-1)!.items.at(-1)!.content.toString()).toBe(`frame ${count}`)
  }
  const items = batchesOf(sent).flatMap((batch) => batch.items)
  expect(items.map(({ number }) => number)).toEqual(items.map((_, index) => index))
  expect(kept.map(({ after }) => after)).toEqual(kept.map((_, index) => 40 + index))
  const beats = sent.filter((message): message is Beat => message.kind === 'beat')
  expect(beats).toHaveLength(3)
  expect(beats.every(({ isLive, epoch }) => isLive && epoch === 9)).toBe(true)
})

it('sends the first beat when it starts, and no two that seats could not tell apart', async () => {
  const { publisher, sent, pass } = desk()
  await pass(200)
  await publisher.start()
  await pass(1000)
  const beats = sent.filter((message): message is Beat => message.kind === 'beat')
  expect(beats.map(({ at }) => at)).toEqual([200, 450, 700, 950, 1200])
})

it('sends what was read together at once and together', async () => {
  const waiting: (() => void)[] = []
  const { publisher, sent } = desk(['BTCUSD'], (call) => {
    waiting.push(call)
    return () => void waiting.splice(waiting.indexOf(call), 1)
  })
  await publisher.start()
  const contents = [['one', 'two', 'three'], ['four']]
  for (const frames of contents) {
    for (const call of waiting.splice(0)) call()
    for (const frame of frames) publisher.record('f', 0, Buffer.from(frame))
    expect(waiting).toHaveLength(1)
  }
  for (const call of waiting.splice(0)) call()
  const texts = batchesOf(sent).map(({ items }) =>
    items.filter(({ kind }) => kind === 'f').map(({ content }) => content.toString())
  )
  expect(texts.filter((each) => each.length > 0)).toEqual(contents)
})

it('sends nothing more when it does not hold the lease', async () => {
  const { publisher, sent, term, pass } = desk()
  await publisher.start()
  await pass(1000)
  term.isHeld = false
  const { length } = sent
  publisher.record('f', 0, Buffer.from('late'))
  await pass(10_000)
  publisher.end()
  expect(sent).toHaveLength(length)
})

it('continues for seats while the stream keeps nothing, and sends keyframes when it does again', async () => {
  const { publisher, sent, kept, stream, term, pass } = desk()
  await publisher.start()
  await pass(100)
  stream.isFull = true
  publisher.record('f', 0, Buffer.from('while full'))
  await pass(2000)
  expect(batchesOf(sent).at(-1)!.items.at(-1)!.content.toString()).toBe('while full')
  expect(term.renewals).toBeGreaterThan(0)
  stream.isFull = false
  stream.last = 500
  await pass(2500)
  publisher.record('f', 0, Buffer.from('after'))
  await pass(100)
  expect(kept.at(-1)).toMatchObject({ message: { kind: 'batch' } })
  const keyframe = kept.findLast(({ message }) => message.kind === 'keyframe')!
  expect(keyframe.after).toBeGreaterThanOrEqual(500)
})

it('begins to keep messages once the server answers, if it did not when its term began', async () => {
  const { publisher, kept, stream, pass, clock } = desk()
  stream.isLost = true
  await publisher.start()
  publisher.record('f', clock.monotonic(), Buffer.from('early'))
  await pass(2000)
  expect(kept).toEqual([])
  stream.isLost = false
  await pass(1000)
  const keyframe = kept.find(({ message }) => message.kind === 'keyframe')
  publisher.record('f', clock.monotonic(), Buffer.from('late'))
  await pass(10)
  const items = batchesOf(kept.map(({ message }) => message)).flatMap((batch) => batch.items)
  expect(keyframe).toBeDefined()
  expect(items.at(-1)!.content.toString()).toBe('late')
})

it('says which round came before, so that a seat finds the items that it lacks', async () => {
  const { publisher, kept, pass } = desk()
  await publisher.start()
  await pass(16_000)
  const rounds = kept.flatMap(({ after, message }) =>
    message.kind === 'keyframe' ? [{ place: after + 1, previous: message.previous }] : []
  )
  expect(rounds).toHaveLength(3)
  expect(rounds.map(({ previous }) => previous)).toEqual([0, rounds[0]!.place, rounds[1]!.place])
})

const markets = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD']

it('sends a round one market at a time, and everything after its position from where it begins', async () => {
  const { publisher, sent, kept, clock } = desk(markets)
  await publisher.start()
  for (let passed = 0; passed < 6000; passed += 1) {
    publisher.record('f', clock.monotonic(), Buffer.from('frame'))
    const { length } = sent
    clock.advance(1)
    await Promise.resolve()
    expect(sent.slice(length).filter(({ kind }) => kind === 'keyframe').length).toBeLessThanOrEqual(1)
  }
  const keyframes = kept.flatMap(({ message }) => (message.kind === 'keyframe' ? [message] : []))
  expect(keyframes.map(({ index, count }) => [index, count])).toEqual(
    markets.map((_, index) => [index, markets.length])
  )
  const [{ begins, position }] = keyframes as [Keyframe]
  for (const each of keyframes) expect(each).toMatchObject({ begins, position, at: keyframes[0]!.at })
  const after = kept.filter(({ after: last }) => last + 1 >= begins).map(({ message }) => message)
  // A batch is between the first keyframe and the last.
  expect(after.findIndex(({ kind }) => kind === 'batch')).toBeLessThan(
    after.findLastIndex(({ kind }) => kind === 'keyframe')
  )
  const numbers = batchesOf(after).flatMap(({ items }) => items.map(({ number }) => number))
  expect(numbers).toEqual(numbers.map((_, index) => position + index))
})

it('begins another round when the stream did not keep a part of one', async () => {
  const { publisher, kept, stream, pass, clock } = desk(markets)
  await publisher.start()
  while (!kept.some(({ message }) => message.kind === 'keyframe')) await pass(10)
  // Another one wrote to it.
  stream.last += 3
  publisher.record('f', clock.monotonic(), Buffer.from('frame'))
  await pass(1000)
  const keyframes = kept.flatMap(({ message }) => (message.kind === 'keyframe' ? [message] : []))
  const first = keyframes.filter(({ begins }) => begins === keyframes[0]!.begins)
  expect(first).toHaveLength(1)
  const second = keyframes.slice(first.length)
  expect(second.map(({ index, previous }) => [index, previous])).toEqual(
    markets.map((_, index) => [index, 0])
  )
})

it('asks for an answer ten times a second, and notices within that time what was refused', async () => {
  const { publisher, stream, term, pass, clock } = desk()
  await publisher.start()
  const send = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      publisher.record('f', clock.monotonic(), Buffer.from('frame'))
      await pass(10)
    }
  }
  await send(100)
  expect(stream.asked).toBeLessThanOrEqual(11)
  expect([publisher.counts.notKept, term.renewals]).toEqual([0, 0])
  const { last } = stream
  // Another message takes the number of one that was not asked about.
  await send(1)
  Object.assign(stream, { last: stream.last + 1, lastId: '' })
  await send(12)
  expect(term.renewals).toBe(1)
  expect(publisher.counts.notKept).toBeGreaterThan(0)
  expect(stream.last).toBeGreaterThan(last + 2)
})

it('keeps nothing after a message that was refused, although the numbers fit', async () => {
  const { publisher, kept, stream, pass, clock } = desk()
  await publisher.start()
  for (let count = 0; count < 200; count += 1) {
    publisher.record('f', clock.monotonic(), Buffer.from(`frame ${count}`))
    if (count % 37 === 0) Object.assign(stream, { last: stream.last + 1, lastId: '' })
    await pass(10)
  }
  // Something is missing only where the number was read again.
  let expected = 0
  let repairs = -1
  for (const { afterId, message } of kept) {
    if (afterId === null) repairs += 1
    if (message.kind !== 'batch') continue
    if (afterId !== null) expect(message.first).toBe(expected)
    expected = message.first + message.items.length
  }
  expect(repairs).toBeGreaterThan(3)
})

it('notices that the last message was refused although none follows', async () => {
  const { publisher, stream, term, pass, clock } = desk()
  await publisher.start()
  await pass(100)
  publisher.record('f', clock.monotonic(), Buffer.from('one'))
  await pass(20)
  stream.isFull = true
  publisher.record('f', clock.monotonic(), Buffer.from('two'))
  await pass(20)
  expect(term.renewals).toBe(0)
  stream.isFull = false
  await pass(400)
  expect(term.renewals).toBe(1)
  expect(publisher.counts.notKept).toBe(1)
})
