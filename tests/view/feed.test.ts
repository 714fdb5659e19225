import { afterEach, expect, it } from 'vitest'
import { feedPortChannel, replayPortChannel, type FeedFrame } from '#shared/contract/market/feed'
import { FeedReceiver } from '#renderer/lib/feed'

let stop = () => {}
afterEach(() => stop())

const frame = (sequence: number): FeedFrame => ({ kind: 'frame', sequence })

/** Paints on request. */
function connect(source: Window | null = window) {
  const paints: (() => void)[] = []
  const feed = new FeedReceiver(window, (draw) => paints.push(draw))
  stop = feed.start()
  const calls: number[] = []
  feed.onFrame(({ sequence }) => calls.push(sequence))
  const replayed: number[] = []
  feed.onReplayFrame(({ sequence }) => replayed.push(sequence))
  const offer = (channel: string = feedPortChannel) => {
    const { port1, port2 } = new MessageChannel()
    const drawn: unknown[] = []
    const next: ((value: unknown) => void)[] = []
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      (next.shift() ?? ((value) => drawn.push(value)))(data)
    const event = new MessageEvent('message', { data: channel })
    Object.defineProperties(event, { source: { value: source }, ports: { value: [port2] } })
    window.dispatchEvent(event)
    const answer = () => new Promise((take) => next.push(take))
    return { send: (sequence: number) => port1.postMessage(frame(sequence)), drawn, answer }
  }
  return { feed, paints, calls, replayed, offer }
}

const until = async (holds: () => boolean) => {
  for (let turn = 0; turn < 1000 && !holds(); turn++) await new Promise((done) => setImmediate(done))
  expect(holds()).toBe(true)
}

it('acknowledges a frame after its paint', async () => {
  const { paints, calls, offer } = connect()
  const main = offer()
  main.send(7)
  await until(() => calls.length === 1)
  expect(main.drawn).toEqual([])
  const answer = main.answer()
  paints.shift()?.()
  expect(await answer).toEqual({ kind: 'drawn', sequence: 7 })
})

it('ignores foreign ports', () => {
  const { offer, paints } = connect(null)
  offer().send(1)
  expect(paints).toEqual([])
})

it('uses the newest port', async () => {
  const { calls, offer } = connect()
  const old = offer()
  const renewed = offer()
  old.send(1)
  renewed.send(2)
  await until(() => calls.includes(2))
  expect(calls).toEqual([2])
})

it('receives a replay beside the live feed, and nothing of it once it is closed', async () => {
  const { feed, calls, replayed, offer } = connect()
  const main = offer()
  const replay = offer(replayPortChannel)
  main.send(1)
  replay.send(2)
  await until(() => calls.length === 1 && replayed.length === 1)
  replay.send(3)
  feed.closeReplay()
  main.send(4)
  await until(() => calls.length === 2)
  replay.send(5)
  main.send(6)
  await until(() => calls.length === 3)
  expect([calls, replayed]).toEqual([[1, 4, 6], [2]])
})
