import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RawFrames } from '#engine/app/diagnostics/index'
import { createRedactor } from '#engine/base/log/index'
import {
  frameKinds,
  rawFrameCount,
  rawFrameCut,
  type FrameQuery
} from '#shared/contract/app/diagnostics-stream'

const everything: FrameQuery = {
  text: '',
  market: null,
  direction: null,
  kind: null,
  after: 0,
  max: rawFrameCount
}
const make = (redactor = createRedactor()) =>
  new RawFrames({ redactor, rest: () => new Promise((done) => setImmediate(done)) })

const update = (market: string, price = '1.5', type = 'UPDATE') =>
  `{"channel":{"type":"market_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
  `"type":"${type}","time":"2026-01-01T00:00:00Z","bids":[{"price":"${price}","amount":"2"}],"asks":[]}}`
const trade = (market: string) =>
  `{"channel":{"type":"execution_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
  '"price":"1.5","amount":"2","executed_at":"2026-01-01T00:00:00Z"}}'

const examples: Record<(typeof frameKinds)[number], readonly string[]> = {
  snapshot: [update('BTCUSD', '1', 'SNAPSHOT')],
  update: [update('BTCUSD'), update('ETHUSD')],
  trade: [trade('BTCUSD'), trade('ETHUSD')],
  control: [
    '{"type":"subscribe","channels":[{"type":"market_data","params":{"market":"BTCUSD"},"success":true}]}',
    '{"type":"subscription_list","channels":[]}'
  ],
  error: [
    '{"type":"error","error":"MALFORMED_REQUEST"}',
    '{"type":"subscribe","channels":[{"type":"market_data","success":false,"error":"UNKNOWN_CHANNEL"}]}'
  ],
  binary: [],
  other: ['{"channel":{"type":"weather","params":{}},"payload":{}}', '{"broken', 'no JSON', '']
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('raw frames', () => {
  it.each(frameKinds.flatMap((kind) => examples[kind].map((text) => ({ kind, text }))))(
    'calls $text a frame of kind $kind',
    async ({ kind, text }) => {
      const frames = make()
      frames.received(bytes(text), false, 1)
      expect((await frames.list(everything)).frames).toMatchObject([{ kind, text, bytes: text.length }])
    }
  )

  it('match a plain list of the last 500', async () => {
    const frame = fc.record({
      out: fc.boolean(),
      text: fc.oneof(
        fc.constantFrom(...frameKinds.flatMap((kind) => examples[kind])),
        fc.string({ unit: 'binary', maxLength: 60 })
      )
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 900 }),
        fc.record({
          text: fc.constantFrom('', 'UPDATE', 'btcusd', 'zz'),
          market: fc.constantFrom(null, 'BTCUSD', 'NONE'),
          direction: fc.constantFrom(null, 'in' as const, 'out' as const),
          kind: fc.constantFrom(null, ...frameKinds),
          after: fc.nat(1000),
          max: fc.integer({ min: 1, max: rawFrameCount })
        }),
        async (pattern, length, query) => {
          const frames = new RawFrames({
            redactor: { redact: (text) => text },
            rest: () => Promise.resolve()
          })
          const plain = Array.from({ length }, (_, index) => {
            const { out, text } = pattern[index % pattern.length]!
            if (out) frames.sent(text, index)
            else frames.received(bytes(text), false, index)
            return { sequence: index + 1, at: index, direction: out ? 'out' : 'in', text: decoded(text) }
          })
          const expected = plain
            .slice(-rawFrameCount)
            .filter(
              ({ sequence, direction }) =>
                sequence > query.after && (query.direction ?? direction) === direction
            )
            .filter(({ text }) => text.toLowerCase().includes(query.text.toLowerCase()))
            .filter(({ text }) => query.market === null || text.includes(`"${query.market}"`))
          const { frames: all, newest } = await frames.list({ ...query, kind: null, max: rawFrameCount })
          expect(newest).toBe(length)
          expect(all.map(({ sequence, at, direction, text }) => ({ sequence, at, direction, text }))).toEqual(
            expected
          )
          const some = await frames.list(query)
          expect(some.frames).toEqual(
            all.filter(({ kind }) => query.kind === null || kind === query.kind).slice(-query.max)
          )
        }
      ),
      { numRuns: 25 }
    )
  })

  it('are truncated with their true length, and copied', async () => {
    const frames = make()
    const long = bytes(update('BTCUSD', '1'.repeat(3 * rawFrameCut)))
    frames.received(long, false, 1)
    const short = bytes(trade('ETHUSD'))
    frames.received(short, false, 2)
    long.fill(0)
    short.fill(0)
    const [cut, whole] = (await frames.list(everything)).frames
    expect(cut).toMatchObject({ cut: true, bytes: long.length, kind: 'update', market: 'BTCUSD' })
    expect(cut!.text.length).toBeLessThanOrEqual(rawFrameCut)
    expect(whole).toMatchObject({ cut: false, text: trade('ETHUSD'), market: 'ETHUSD' })
  })

  it('show binary data as numbers', async () => {
    const frames = make()
    frames.received(new Uint8Array([0, 255, 16]), true, 1)
    frames.received(bytes(trade('ETHUSD')), true, 2)
    expect((await frames.list(everything)).frames).toMatchObject([
      { kind: 'binary', text: '00 ff 10' },
      { kind: 'binary', text: trade('ETHUSD') }
    ])
  })

  it('never show a secret in binary messages', async () => {
    const redactor = createRedactor()
    const token = 'a-token-that-stays-here-ü-0123456789'
    redactor.keep(token)
    const frames = make(redactor)
    frames.received(new Uint8Array([0, 255, ...bytes(token), 0]), true, 1)
    frames.received(
      new Uint8Array([0, 255, ...Buffer.from(Buffer.from(token).toString('base64')), 0]),
      true,
      2
    )
    frames.received(
      new Uint8Array([0, ...new Array<number>(rawFrameCut - 20).fill(255), ...bytes(token)]),
      true,
      3
    )
    const { frames: all } = await frames.list(everything)
    expect(all[0]!.text).toBe('00 ff [redacted] 00')
    // The last base64 characters contain only part of the last byte.
    expect(all[1]!.text).toMatch(/^00 ff \[redacted\]( [0-9a-f]{2}){0,4} 00$/)
    expect(all[2]!.text.replaceAll(' ', '')).not.toContain(Buffer.from(token.slice(0, 4)).toString('hex'))
  })

  it('never show a secret, not even partially', async () => {
    const redactor = createRedactor()
    const token = 'a-token-that-nobody-may-see-0123456789'
    redactor.keep(token)
    const frames = make(redactor)
    frames.sent(`{"type":"subscribe","note":"${token}"}`, 1)
    for (let before = rawFrameCut - 60; before < rawFrameCut + 5; before += 3) {
      const start = '{"channel":"x","note":"'
      const text = `${start}${'y'.repeat(before - start.length - 1)} ${token}","more":"${'z'.repeat(100)}"}`
      frames.received(bytes(text), false, 2)
    }
    const { frames: all } = await frames.list(everything)
    for (const { text } of all) {
      for (let length = 12; length <= token.length; length++)
        expect(text).not.toContain(token.slice(0, length))
    }
    const found = await frames.list({ ...everything, text: token.slice(0, 14) })
    expect(found.frames).toEqual([])
  })
})

const decoded = (text: string) => new TextDecoder().decode(bytes(text))
