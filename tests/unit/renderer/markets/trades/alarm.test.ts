import { beforeEach, expect, it } from 'vitest'
import { TapeAlarm } from '#renderer/lib/tape/alarm'
import { buildRows } from '#renderer/lib/tape/rows'
import type { TradeRow } from '#renderer/lib/tape/trade-row'
import { filterWith, tapeOf } from './trade'

class Page {
  hidden = false
  readonly listeners = new Set<() => void>()
  addEventListener = (_name: string, listener: unknown) => void this.listeners.add(listener as () => void)
  removeEventListener = (_name: string, listener: unknown) =>
    void this.listeners.delete(listener as () => void)
  show(hidden: boolean) {
    this.hidden = hidden
    for (const listener of this.listeners) listener()
  }
}

let now: number
let played: string[]
let alarm: TapeAlarm
beforeEach(() => {
  now = 10_000
  played = []
  alarm = new TapeAlarm((sound) => played.push(sound), { now: () => now })
})

const row = (side: number, millisecond = 0) => {
  const { rows: trades } = tapeOf([{ millisecond, nanosecond: 0, price: 100, amount: 1, side }])
  const options = { grouping: 'price', filter: filterWith({}), isLarge: () => true, since: -1 } as const
  return buildRows({ trades, skips: [], gaps: [] }, options, 1)[0] as TradeRow
}
const start = 1_700_000_000_000

it('plays one sound per second by side', () => {
  alarm.sound([row(1)], start, 0)
  now += 999
  alarm.sound([row(2)], start, 0)
  now += 1
  alarm.sound([row(2)], start, 0)
  expect(played).toEqual(['confirm', 'attention'])
})

it('is silent for old trades', () => {
  alarm.sound([row(1)], start + 5000, 0)
  alarm.sound([row(1)], start, 5000)
  const page = new Page()
  const stop = alarm.watch(page)
  page.show(true)
  now += 60_000
  alarm.sound([row(1)], start, 0)
  page.show(false)
  now += 1000
  alarm.sound([row(1)], start, 0)
  expect(played).toEqual([])
  now += 1000
  alarm.sound([row(1)], start, 0)
  expect(played).toEqual(['confirm'])
  stop()
  expect(page.listeners.size).toBe(0)
})
