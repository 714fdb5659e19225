import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { keyframesOf, tradesOf } from '#engine/recording/keyframes/files'
import type { LoggedItem } from '#engine/recording/log/lines'
import { listSegments } from '#engine/recording/log/segments'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { freshFolder } from '../../../../integration/support/folder'
import { spellHub } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems, feedMarkets } from './feed-log'
import { insideSpread } from './inside-spread'

const items = feedItems(51, 3000, 2000)
const options = { staleAfter: () => staleAfter, markets: () => feedMarkets }
const sizes = ['0.01', '0.5', '2', '20']

let written: string
let folder: string
let segments: readonly string[]
beforeAll(async () => {
  written = await freshFolder()
  await writeLog(written, items, { random: new FuzzRandom(51), segment: 500 })
})
beforeEach(async () => {
  folder = await freshFolder()
  await cp(written, folder, { recursive: true })
  segments = await listSegments(folder)
})

/** What a person can see of the trades: jumps, the scrubber, and the markets at some moments. */
async function shown(at: readonly LoggedItem[]) {
  const reader = await RecordingReader.open(folder)
  const jumps = []
  for (const [index, item] of at.entries())
    for (const back of [true, false]) {
      const market = feedMarkets[index % feedMarkets.length]!
      jumps.push(await reader.nextTrade({ market, size: sizes[index % sizes.length]!, at: item, back }))
    }
  const large = []
  for (const market of feedMarkets) {
    await reader.overview.complete(market)
    large.push([...reader.overview.read({ from: null, to: null, parts: 10, market }).trades])
  }
  const hubs = []
  for (const item of at) {
    const { hub } = await reader.seek(item, options)
    hubs.push(spellHub(hub))
  }
  await reader.dispose()
  return { jumps, large, hubs }
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at]! ^= 255
  return changed
}

test('without some files of trades, or parts of them, everything is shown as with all', async () => {
  const random = new FuzzRandom(52)
  const at = Array.from({ length: 4 }, () => random.pick(items))
  const whole = await shown(at)
  expect(whole.large.every(({ length }) => length > 0)).toBe(true)
  expect(whole.jumps.some((jump) => jump !== null)).toBe(true)
  // The last segment may have none yet.
  const intact = await Promise.all(segments.map((file) => readFile(tradesOf(file)).catch(() => null)))
  for (let round = 0; round < 6; round++) {
    for (const [index, file] of segments.entries()) {
      const bytes = intact[index]
      if (!bytes) continue
      const damage = round === 0 ? 0 : random.below(4)
      if (damage === 0) await rm(tradesOf(file), { force: true })
      else if (damage === 1) await writeFile(tradesOf(file), bytes.subarray(0, random.below(bytes.length)))
      else if (damage === 2) await writeFile(tradesOf(file), flipped(bytes, random.below(bytes.length)))
      else await writeFile(tradesOf(file), bytes)
    }
    expect(await shown(at), `round ${round}`).toEqual(whole)
  }
})

test('the same, if some files of keyframes are lost too', async () => {
  const random = new FuzzRandom(53)
  const at = Array.from({ length: 4 }, () => random.pick(items))
  const whole = await shown(at)
  const files = segments.flatMap((file) => [keyframesOf(file), tradesOf(file)])
  const intact = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))))
  for (let round = 0; round < 4; round++) {
    for (const [index, file] of files.entries()) {
      if (random.chance(2)) await rm(file, { force: true })
      else
        await writeFile(
          file,
          intact[index]!.subarray(0, random.chance(3) ? random.below(intact[index]!.length + 1) : undefined)
        )
    }
    expect(await shown(at), `round ${round}`).toEqual(whole)
  }
})

test('sides that follow from the trade before are the same', async () => {
  const random = new FuzzRandom(55)
  folder = await freshFolder()
  const prices = Array.from({ length: 3000 }, () => (100 + random.below(20) / 100).toFixed(2))
  const inside = insideSpread(prices)
  await writeLog(folder, inside, { random, segment: 700, finish: true })
  const lines = async () => {
    const reader = await RecordingReader.open(folder)
    const { hub } = await reader.seek(inside.at(-1)!, { ...options, markets: () => ['A'] })
    await reader.dispose()
    return spellHub(hub)
  }
  const whole = await lines()
  expect(whole.filter((line) => line.endsWith(' tick')).length).toBeGreaterThan(1000)
  for (const file of await listSegments(folder)) if (random.chance(2)) await rm(tradesOf(file))
  expect(await lines()).toEqual(whole)
})

test('a trade that was read from the log is not there again once it is in a file', async () => {
  folder = await freshFolder()
  const random = new FuzzRandom(56)
  const write = (from: number, to: number, keyframes: boolean) =>
    writeLog(folder, items.slice(from, to), { random, keyframes, segment: 1e9 })
  await write(0, 600, true)
  await write(600, 800, false)
  const largest = async (reader: RecordingReader) => {
    await reader.refresh()
    const found = []
    for (const market of feedMarkets) {
      await reader.overview.complete(market)
      found.push([...reader.overview.read({ from: null, to: null, parts: 10, market }).trades])
    }
    return found
  }
  const growing = await RecordingReader.open(folder)
  const before = await largest(growing)
  await write(800, 2000, true)
  const later = await RecordingReader.open(folder)
  expect(await largest(growing)).toEqual(await largest(later))
  expect(await largest(growing)).not.toEqual(before)
  await growing.dispose()
  await later.dispose()
})
