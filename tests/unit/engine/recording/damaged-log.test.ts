import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatMarkets, readSavedHub } from '#engine/recording/replay/saved-hub'
import { LogScript } from './log-script'

const newHub = () => new RecordedHub({ staleAfter: () => 10_000 })
const applied = (items: readonly LoggedItem[], hub = newHub()) => {
  for (const item of items) hub.apply(item)
  return hub
}
const script = () => {
  const log = new LogScript().run().event('settings', { staleAfter: 5000 }).subscribed()
  log.update([['10', '1']], []).pass(100)
  log.snapshot([['10', '1']], [['11', '1']]).pass(100)
  log.update([['10', '2']], [['9007199254740993.5', '1']])
  const state = formatMarkets(applied(log.items).save().markets).toString()
  return log.pass(300).trade('11').add('g', '{"dropped":2}').pass(300).add('k', state).trade('10')
}
const items = script().items
const later = new LogScript()
later.now = items.at(-1)!.milliseconds
later
  .pass(400)
  .update([['10', '3']], [])
  .pass(20_000)
  .snapshot([['10', '3']], [])
  .trade('10')

/** Every place of a value, and a way to put something else there. */
function placesIn(value: unknown, put: (other: unknown) => void): ((other: unknown) => void)[] {
  if (typeof value !== 'object' || value === null) return [put]
  const inside = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, (other) => void ((value as Record<string, unknown>)[key] = other))
  )
  return [put, ...inside]
}
const odd = fc.constantFrom<unknown>(
  ...[null, true, -1, 0.5, 1e15, -1e15, 1e300, '', '1', 'closed', [], {}, [[]], [1, 2], undefined]
)

it('a damaged saved state is refused, or as good as another one', () => {
  const hub = applied(items)
  const text = JSON.stringify(hub.save())
  const size = placesIn(JSON.parse(text), () => undefined).length
  let refused = 0
  for (let place = 0; place < size; place += 1) {
    fc.assert(
      fc.property(odd, (other) => {
        const holder: { value: unknown } = { value: JSON.parse(text) }
        placesIn(holder.value, (whole) => void (holder.value = whole))[place]!(other)
        const saved = readSavedHub(holder.value)
        if (!saved) return void (refused += 1)
        const restored = newHub()
        restored.restore(saved)
        applied(later.items, restored).dispose()
      }),
      { numRuns: 3 }
    )
  }
  expect(refused).toBeGreaterThan(size)
})

it('damaged items are passed over', () => {
  const kinds: readonly ItemKind[] = ['f', 'b', 'e', 'k', 'g']
  fc.assert(
    fc.property(
      fc.nat(items.length - 1),
      fc.nat(),
      fc.string(),
      fc.constantFrom(...kinds),
      (index, from, text, kind) => {
        const item = items[index]!
        const start = from % (item.content.length + 1)
        const content = Buffer.concat([item.content.subarray(0, start), Buffer.from(text)])
        applied([...items.slice(0, index), { ...item, kind, content }, ...items.slice(index + 1)]).dispose()
      }
    )
  )
  const deep = '['.repeat(100_000)
  const odds = [
    deep,
    `{"event":"clock","epoch":${deep}`,
    `{"format":1,"markets":${deep}${']'.repeat(100_000)}}`,
    `{"dropped":${deep}${']'.repeat(100_000)}}`,
    'null',
    '7',
    '[]',
    '{}',
    '{"event":"opening"}',
    '{"event":"held"}',
    '{"event":"clock","epoch":1e300}'
  ]
  const hub = applied(odds.flatMap((text) => new LogScript().add('e', text).add('k', text).items))
  expect(hub.markets).toEqual([])
})
