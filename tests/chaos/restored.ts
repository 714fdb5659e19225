import type { LoggedItem } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { compareTimes, type LogTime } from '#engine/recording/replay/log-time'
import { readSavedHub } from '#engine/recording/replay/saved-hub'
import type { LiveMarket } from '#engine/market/types'
import type { SeededRandom } from './random'
import { followStates, replay, spellMarket, type Recorded } from './replayed'

const instants = 4

/** Null if a hub that was saved and restored at random instants continues exactly like one that was not. */
export function restoredDiffers(items: readonly LoggedItem[], until: LogTime, random: SeededRandom) {
  const straight = replay(items)
  straight.hub.advanceTo(until)
  const expected = endOf(straight.hub)
  for (let round = 0; round < instants; round += 1) {
    const after = random.whole(3, items.length - 1)
    const restored = restoredAfter(items, after, random.fraction())
    if (!restored) return `the state after item ${after} is refused`
    const { hub, before } = restored
    const states = followStates(hub, () => hub.clock.monotonic(), before)
    for (const item of items.slice(after)) hub.apply(item)
    hub.advanceTo(until)
    const found = [...states, ...endOf(hub)]
    const wanted = [...straight.states.slice(before.length), ...expected]
    const place = wanted.findIndex((line, index) => line !== found[index])
    if (place !== -1 || found.length !== wanted.length)
      return `restored after item ${after} of ${items.length}, line ${place}: ${differenceOf(wanted[place], found[place])}`
  }
  return null
}

/** Null if a log that begins with the state of the live hub has the same books as the live hub. */
export function begunDiffers(
  recorded: Recorded,
  until: LogTime,
  markets: readonly LiveMarket[]
): string | null {
  for (const { after, item } of recorded.states) {
    const { hub } = replay([...recorded.items.slice(0, 2), item, ...recorded.items.slice(after)])
    hub.advanceTo(until)
    // One that was released is kept until something is received, which may be never.
    const held = hub.markets.filter(({ name }) => hub.follows(name))
    const [live, again] = [markets, held].map((all) => all.map(shownOf).sort().join('\n'))
    if (live !== again) return `begun after item ${after}: ${differenceOf(live, again)}`
  }
  return null
}

/** Through JSON, and between two items. */
function restoredAfter(items: readonly LoggedItem[], after: number, share: number) {
  const { hub: donor, states: before, series } = replay(items.slice(0, after))
  const [from, to] = [items[after - 1]!, items[after]!]
  const between = {
    ...from,
    milliseconds: Math.floor(from.milliseconds + share * (to.milliseconds - from.milliseconds))
  }
  if (compareTimes(between, to) < 0) donor.advanceTo(between)
  const saved = readSavedHub(JSON.parse(JSON.stringify(donor.save())))
  if (!saved) return null
  const { length } = before
  donor.dispose()
  const hub = new RecordedHub({ staleAfter: () => NaN })
  hub.restore(saved, (name) => series.get(name))
  return { hub, before: before.slice(0, length) }
}

const shownOf = ({ name, state, reason, crossed, book }: LiveMarket) =>
  JSON.stringify({ name, state, reason, crossed, book: book.save() })

const endOf = (hub: RecordedHub): readonly string[] => [
  ...hub.markets.flatMap((market) => [
    market.name,
    ...spellMarket(market).split('\n'),
    JSON.stringify(market.candles.toStored(hub.now))
  ]),
  JSON.stringify(hub.save())
]

function differenceOf(wanted = '', found = ''): string {
  let at = 0
  while (at < wanted.length && wanted[at] === found[at]) at += 1
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${part(wanted)} instead of ${part(found)}`.replaceAll('\n', ' ')
}
