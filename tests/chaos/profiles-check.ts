import type { OlderPages } from '#engine/recording/history/older-pages'
import type { ProfileRequest } from '#engine/recording/history/volume-profile'
import { FootprintCells } from '#renderer/panels/chart/footprint/cells'
import type { InferredSides } from '#renderer/panels/chart/footprint/sides'
import { ChartModel } from '#renderer/panels/chart/model'
import { ProfileData } from '#renderer/panels/chart/profile/profile-data'
import { profileValues } from '#renderer/panels/chart/profile/shown-profile'
import { binned } from '#renderer/panels/chart/profile/value-area'
import { wantedRange } from '#renderer/panels/chart/profile/wanted-range'
import { unitsOf } from './oracle'
import type { Charted, Fault } from './studies-check'
import { barsOf, one, profileOf, sidesOf, within, type Bar, type SidedTrade } from './studies-oracle'

type Recorded = Pick<ProfileRequest, 'seq' | 'lead'>
type Settings = Parameters<typeof wantedRange>[0]['settings']

const [minute, day] = [60, 86_400]

/** Of what is visible, of a session, and since an anchor: and the cells of each candle. */
export async function checkProfiles(
  pages: OlderPages,
  charted: Charted,
  recorded: Recorded,
  fault: Fault
): Promise<void> {
  const { market, trades } = charted
  const bars = [...barsOf(trades, minute).values()]
  for (const { profile, from, to, range } of wantedRanges(charted, bars)) {
    const end = to ?? Infinity
    if (range?.from !== from || range.to !== to) {
      fault(`the ${profile} range of ${market} is ${spell(range)}, not ${from} to ${to}`)
      continue
    }
    const request = { market, ...range, ...recorded, sides: true }
    const found = await pages.profile(request, new AbortController().signal)
    const data = new ProfileData({ ...found, number: 0 }, to)
    data.show(from, end)
    const own = trades.filter(({ at }) => at >= nanoseconds(from) && (to === null || at < nanoseconds(to)))
    for (const height of [1n, 50n])
      checkProfile(data, own, height, (what) => fault(`${profile} volume profile of ${market}: ${what}`))
    if (range.step === null) continue
    const scale = data.total.priceScale
    for (const { start } of bars.filter((bar) => bar.start >= from && bar.start < end))
      checkCells(data, { start, scale, trades: within(own, start, start + minute) }, (what) =>
        fault(`${what} of ${market}'s footprint at ${start} differs`)
      )
  }
}

const nanoseconds = (seconds: number) => BigInt(seconds) * 1_000_000_000n

/** Of a chart whose session and anchor begin at candles, and which has candles before and after the visible ones. */
function wantedRanges({ candles }: Charted, bars: readonly Bar[]) {
  const model = new ChartModel()
  model.slots.extend()
  model.follow(candles, null, null)
  const { slots } = model
  const { length } = slots.all
  const [anchor, opening, last] = [bars[bars.length >> 2], bars[bars.length >> 1], bars.at(-1)]
  if (!anchor || !opening || !last || length < 4) return []
  const [left, right] = [length >> 2, length - 2]
  const settings = { anchor: anchor.start, sessionStart: (opening.start % day) / minute }
  const session = last.start - ((last.start - opening.start) % day)
  // Of both candles at the ends, a little is visible.
  const visible = { from: left + 0.4, to: right - 0.4 }
  const wanted = (profile: Settings['profile']) => ({
    profile,
    range: wantedRange({ settings: { ...settings, profile }, slots, visible, now: last.start * 1000 + 1 })
  })
  return [
    { ...wanted('visible'), from: slots.all[left]!.start, to: slots.all[right]!.start + minute },
    { ...wanted('session'), from: session, to: null },
    { ...wanted('anchored'), from: anchor.start, to: null }
  ]
}

/** In bins of a height in units of the price, and in the figures that are shown. */
function checkProfile(data: ProfileData, trades: readonly SidedTrade[], height: bigint, say: Fault): void {
  const found = binned(data.total, height)
  const tick = one / 10n ** BigInt(data.total.priceScale)
  const right = profileOf(trades, height * tick)
  if (!found || !right) {
    if (found !== right) say(`${spell(found)}, not ${spell(right)}`)
    return
  }
  const amount = one / 10n ** BigInt(found.amountScale)
  const spelled = {
    ...{ bins: found.bins.map(({ index, volume }) => [index, volume * amount]) },
    ...{ total: found.total * amount, control: found.control, low: found.low, high: found.high }
  }
  if (spell(spelled) !== spell(right)) say(`${spell(spelled)}, not ${spell(right)}`)
  const { control, low, high, total } = profileValues(found)
  const shown = [control, low, high, total].map(unitsOf)
  const lowestOf = (bin: bigint) => bin * height * tick
  const figures = [
    lowestOf(right.control),
    lowestOf(right.low),
    lowestOf(right.high + 1n) - tick,
    right.total
  ]
  if (spell(shown) !== spell(figures)) say(`${spell(shown)} is shown, not ${spell(figures)}`)
}

const spell = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

function checkCells(
  data: ProfileData,
  {
    start,
    scale,
    trades
  }: { readonly start: number; readonly scale: number; readonly trades: readonly SidedTrade[] },
  say: Fault
): void {
  const part = data.part(start)
  const cells = part && new FootprintCells().read(part, { units: 20n, scale })
  const height = (20n * one) / 10n ** BigInt(scale)
  const right = profileOf(trades, height)
  if (!cells || !right) {
    if (cells !== right) say('volume')
    return
  }
  const amount = one / 10n ** BigInt(cells.amountScale)
  if (spell(cells.bins.map(({ index, volume }) => [index, volume * amount])) !== spell(right.bins))
    say('volume')
  const inUnits = ({ buys, sells, unknown, rated, confidence }: InferredSides) =>
    spell({ buys: buys * amount, sells: sells * amount, unknown: unknown * amount, rated, confidence })
  for (const [index, sides] of cells.sides!.cells)
    if (inUnits(sides) !== spell(sidesOf(trades.filter(({ price }) => price / height === index))))
      say(`side in row ${index}`)
  if (inUnits(cells.sides!.whole) !== spell(sidesOf(trades))) say('delta')
}
