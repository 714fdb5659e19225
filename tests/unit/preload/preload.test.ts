import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createClient } from '#preload/client'
import { createPushListener } from '#preload/pushes'
import { callTransport, contract } from '#shared/contract/index'

test('has one method per call through one channel', async () => {
  const asked: unknown[][] = []
  const client = createClient(async (...words) => {
    asked.push(words)
    return { ok: true, value: null }
  })
  for (const [feature, calls] of Object.entries(contract)) {
    const methods: Record<string, unknown> = Reflect.get(client, feature)
    expect(Object.keys(methods)).toEqual(Object.keys(calls))
  }
  await client.app.about()
  await client.windows.open({ view: 'settings' })
  expect(asked).toEqual([
    [callTransport, 'app.about'],
    [callTransport, 'windows.open', { view: 'settings' }]
  ])
})

test.each([
  ['a refusal to send', () => Promise.reject(new Error('could not be cloned')), 'call.unsendable'],
  ['a throw', () => Promise.reject(new TypeError('gone')), 'call.unsendable'],
  ['no result', () => Promise.resolve(undefined), 'call.unanswered'],
  ['something else', () => Promise.resolve('text'), 'call.unanswered']
])('returns a result for %s, never an exception', async (_name, invoke, code) => {
  const result = await createClient(invoke).app.about()
  expect(result).toMatchObject({ ok: false, error: { code, sentence: expect.stringMatching(/\.$/) } })
})

test('passes values of known pushes until unsubscribed', () => {
  const ipc = new EventEmitter()
  const on = createPushListener({
    on: (channel, listener) => Reflect.apply(ipc.on, ipc, [channel, listener]),
    off: (channel, listener) => Reflect.apply(ipc.off, ipc, [channel, listener])
  })
  const calls: unknown[] = []
  const stop = on('app.command', (...words: unknown[]) => calls.push(words))
  ipc.emit('push:app.command', { sender: 'the way to main' }, { id: 'help.open' })
  stop()
  ipc.emit('push:app.command', {}, { id: 'help.about' })
  expect(calls).toEqual([[{ id: 'help.open' }]])
  Reflect.apply(on, null, ['leadline:feed-port', () => calls.push('leaked')])
  expect(ipc.eventNames()).toEqual([])
})
