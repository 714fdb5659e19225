import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createLog, createRedactor } from '#engine/base/log/index'
import { answerWhenReady, createAnswer, type AllHandlers, type Sender } from '#main/base/ipc/answer'
import { callChannel, contract } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'

const own: Sender = {
  windowId: 'window-1',
  topFrame: true,
  ownPage: true,
  address: 'app://leadline/index.html'
}

function setUp(handle: (channel: string, payload: unknown, from: unknown) => unknown = () => null) {
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.keys(calls).map((method) => [
          method,
          (payload: unknown, from: unknown) => handle(callChannel(feature, method), payload, from)
        ])
      )
    ])
  )
  let text = ''
  const log = createLog({ sink: (line) => (text += line), redactor: createRedactor() })
  const all = handlers as AllHandlers
  const late = (ready: Promise<void>) =>
    answerWhenReady(
      ready.then(() => all),
      log
    )
  return { answer: createAnswer(all, log), late, log: () => text }
}

test('passes payload and window to the handler', async () => {
  const handle = vi.fn(() => 'value')
  const { answer, log } = setUp(handle)
  expect(await answer(own, 'app.mark', [{ name: 'first paint', at: 5 }])).toEqual({
    ok: true,
    value: 'value'
  })
  expect(handle).toHaveBeenCalledWith('app.mark', { name: 'first paint', at: 5 }, { windowId: 'window-1' })
  expect(log()).toBe('')
})

test('answers early calls in order once ready', async () => {
  const asked: string[] = []
  const { late } = setUp((channel) => asked.push(channel))
  let ready = () => {}
  const answer = late(new Promise((done) => (ready = done)))
  const answers = [
    answer(own, 'settings.read', []),
    answer(own, 'app.about', []),
    answer(own, 'app.none', [])
  ]
  expect(await Promise.race([...answers, new Promise((done) => setImmediate(done, 'none yet'))])).toBe(
    'none yet'
  )
  expect(asked).toEqual([])
  ready()
  expect(await Promise.all(answers)).toMatchObject([
    { ok: true, value: 1 },
    { ok: true, value: 2 },
    { ok: false, error: { code: 'call.unknown' } }
  ])
  expect(asked).toEqual(['settings.read', 'app.about'])
})

test.each([
  ['a foreign window', { windowId: null }],
  ['a sub-frame', { topFrame: false }],
  ['another page', { ownPage: false }]
])('refuses and logs %s on every channel', async (_name, difference) => {
  const handle = vi.fn()
  const { answer, log } = setUp(handle)
  for (const [feature, calls] of Object.entries(contract))
    for (const method of Object.keys(calls))
      expect(await answer({ ...own, ...difference }, callChannel(feature, method), [])).toMatchObject({
        ok: false,
        error: { code: 'call.sender' }
      })
  expect(handle).not.toHaveBeenCalled()
  expect(log()).toContain('call.sender')
})

test('knows only channels of the contract', async () => {
  const known = new Set(
    Object.entries(contract).flatMap(([feature, calls]) =>
      Object.keys(calls).map((method) => callChannel(feature, method))
    )
  )
  const handle = vi.fn()
  const { answer } = setUp(handle)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.constantFrom('toString', 'app.toString', 'app.__proto__', '__proto__.ready'),
        fc.anything()
      ),
      async (channel) => {
        fc.pre(typeof channel !== 'string' || !known.has(channel))
        expect(await answer(own, channel, [])).toMatchObject({ ok: false, error: { code: 'call.unknown' } })
      }
    )
  )
  expect(handle).not.toHaveBeenCalled()
})

test('validates any payload before the handler', async () => {
  const handle = vi.fn()
  const { answer } = setUp(handle)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.anything(), { maxLength: 2 }), async (payload) => {
      const result = await answer(own, 'app.copyText', payload)
      if (result.ok) expect(handle.mock.lastCall?.[1]).toEqual({ text: expect.any(String) })
      else expect(result.error.code).toBe('call.payload')
    })
  )
})

test('returns thrown errors as problems, with details only in the log', async () => {
  const { answer, log } = setUp(() => {
    throw fail('thing.failed', 'The thing failed.', { detail: 'because of the wiring', retryable: true })
  })
  expect(await answer(own, 'app.about', [])).toEqual({
    ok: false,
    error: { code: 'thing.failed', sentence: 'The thing failed.', retryable: true }
  })
  expect(log()).toContain('because of the wiring')
})

test('hides details of unexpected errors', async () => {
  const { answer, log } = setUp(() => Promise.reject(new Error('inner matter')))
  const result = await answer(own, 'app.about', [])
  expect(JSON.stringify(result)).not.toContain('inner matter')
  expect(log()).toContain('inner matter')
})

test('fails at startup if a handler is missing', () => {
  const log = createLog({ sink: () => {}, redactor: createRedactor() })
  expect(() => createAnswer({} as AllHandlers, log)).toThrow()
})
