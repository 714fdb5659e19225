import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Emitter } from '#shared/domain/base/emitter'

type Act =
  | { readonly do: 'subscribe' | 'subscribeAgain' | 'fire' | 'dispose' }
  | { readonly do: 'unsubscribe'; readonly pick: number }

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Act>({ do: 'subscribe' }) },
    { weight: 1, arbitrary: fc.constant<Act>({ do: 'subscribeAgain' }) },
    { weight: 4, arbitrary: fc.nat(20).map((pick): Act => ({ do: 'unsubscribe', pick })) },
    { weight: 6, arbitrary: fc.constant<Act>({ do: 'fire' }) },
    { weight: 1, arbitrary: fc.constant<Act>({ do: 'dispose' }) }
  ),
  { maxLength: 60 }
)

test('calls each subscription once per event in order', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const emitter = new Emitter<number>()
      const called: string[] = []
      const shared = (value: number) => void called.push(`shared ${value}`)
      const open = new Map<number, { readonly stop: () => void; readonly name: string }>()
      const ended: (() => void)[] = []
      let next = 0
      list.forEach((act, at) => {
        if (act.do === 'subscribe' || act.do === 'subscribeAgain') {
          const id = next++
          const name = act.do === 'subscribe' ? String(id) : 'shared'
          const listener =
            act.do === 'subscribe' ? (value: number) => void called.push(`${id} ${value}`) : shared
          open.set(id, { stop: emitter.on(listener), name })
        } else if (act.do === 'unsubscribe') {
          const id = [...open.keys()][act.pick % Math.max(1, open.size)]
          if (id === undefined) return
          open.get(id)!.stop()
          ended.push(open.get(id)!.stop)
          open.delete(id)
        } else if (act.do === 'dispose') {
          emitter.dispose()
          open.clear()
        } else {
          for (const stop of ended) stop()
          called.length = 0
          emitter.fire(at)
          expect(called).toEqual([...open.values()].map(({ name }) => `${name} ${at}`))
        }
      })
    })
  )
})

test('calls all listeners despite errors', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (failing) => {
      const emitter = new Emitter()
      const called: number[] = []
      failing.forEach((fails, id) =>
        emitter.on(() => {
          called.push(id)
          if (fails) throw new Error(String(id))
        })
      )
      const first = failing.indexOf(true)
      if (first < 0) emitter.fire()
      else expect(() => emitter.fire()).toThrow(new Error(String(first)))
      expect(called).toEqual(failing.map((_, id) => id))
    })
  )
})

test('skips removed listeners and defers new ones', () => {
  const emitter = new Emitter()
  const called: string[] = []
  emitter.on(() => {
    called.push('first')
    removeSecond()
    emitter.on(() => called.push('late'))
  })
  const removeSecond = emitter.on(() => called.push('second'))
  emitter.on(() => called.push('third'))
  emitter.fire()
  expect(called).toEqual(['first', 'third'])
})

test('can be disposed while firing', () => {
  const emitter = new Emitter()
  const called: string[] = []
  emitter.on(() => {
    called.push('first')
    emitter.dispose()
  })
  emitter.on(() => called.push('second'))
  emitter.fire()
  emitter.fire()
  expect(called).toEqual(['first'])
})
