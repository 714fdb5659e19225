import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pushes } from '#main/base/ipc/pushes'

function setUp() {
  const sent: [string, string][] = []
  const pushes = new Pushes((windowId, _name, value) =>
    sent.push([windowId, (value as { sentence: string }).sentence])
  )
  const notice = (sentence: string) => ({ sentence, kind: 'information' as const })
  return { sent, pushes, notice }
}

test('queues pushes until the window is ready, in order', () => {
  const { sent, pushes, notice } = setUp()
  pushes.open('one')
  pushes.send('one', 'app.notice', notice('a'))
  pushes.broadcast('app.notice', notice('b'))
  expect(sent).toEqual([])
  pushes.ready('one')
  pushes.send('one', 'app.notice', notice('c'))
  expect(sent.map(([, sentence]) => sentence)).toEqual(['a', 'b', 'c'])
})

test('restarts on load, and drops pushes for closed windows', () => {
  const { sent, pushes, notice } = setUp()
  pushes.open('one')
  pushes.ready('one')
  pushes.open('one')
  pushes.send('one', 'app.notice', notice('after the reload'))
  expect(sent).toEqual([])
  pushes.ready('one')
  expect(sent).toEqual([['one', 'after the reload']])
  pushes.close('one')
  pushes.ready('one')
  pushes.broadcast('app.notice', notice('late'))
  pushes.send('unknown', 'app.notice', notice('late'))
  expect(sent).toHaveLength(1)
})

test('sends transient pushes only to ready windows', () => {
  const { sent, pushes, notice } = setUp()
  pushes.open('one')
  pushes.sendNow('one', 'app.notice', notice('too early'))
  pushes.ready('one')
  pushes.sendNow('one', 'app.notice', notice('now'))
  pushes.sendNow('unknown', 'app.notice', notice('nobody'))
  expect(sent).toEqual([['one', 'now']])
})

test('delivers each push once and in order for any events', () => {
  const step = fc.record({
    what: fc.constantFrom('tell', 'ready', 'broadcast'),
    to: fc.constantFrom('one', 'two')
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { sent, pushes, notice } = setUp()
      const expected: Record<string, string[]> = { one: [], two: [] }
      for (const id of ['one', 'two']) pushes.open(id)
      steps.forEach(({ what, to }, index) => {
        const sentence = String(index)
        if (what === 'ready') pushes.ready(to)
        if (what === 'tell') pushes.send(to, 'app.notice', notice(sentence))
        if (what === 'broadcast') pushes.broadcast('app.notice', notice(sentence))
        if (what === 'tell') expected[to]!.push(sentence)
        if (what === 'broadcast') for (const id of ['one', 'two']) expected[id]!.push(sentence)
      })
      for (const id of ['one', 'two']) {
        pushes.ready(id)
        expect(sent.filter(([to]) => to === id).map(([, sentence]) => sentence)).toEqual(expected[id])
      }
    })
  )
})

test('bounds the queue of a window that never becomes ready', () => {
  const { sent, pushes, notice } = setUp()
  pushes.open('one')
  for (let count = 0; count < 10_000; count++) pushes.send('one', 'app.notice', notice(String(count)))
  pushes.ready('one')
  expect(sent.length).toBe(500)
  expect(sent.at(-1)?.[1]).toBe('9999')
})
