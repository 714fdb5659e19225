import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { Catalog, type CatalogEntry } from '#engine/recording/catalog/catalog'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { changePins } from '#engine/recording/pins'
import { freshFolder } from '../../../integration/support/folder'
import { dayLength, firstDay, recordDays } from './catalog-log'

const signal = new AbortController().signal
const id = 'environment=production/service=20df12314ad4'

let root: string
let log: string
beforeEach(async () => {
  root = await freshFolder()
  log = path.join(root, ...id.split('/'), 'log')
  await mkdir(log, { recursive: true })
})

const daysOf = (files: readonly string[]) => [...new Set(files.map(dayOf))]

interface Line {
  readonly day: string
  readonly seq: number
  readonly at: number
  readonly text: string
}

/** What the files have, read without our reader. */
async function linesOf(files: readonly string[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const file of files) {
    const text = gunzipSync(await readFile(file)).toString('utf8')
    for (const line of text.trimEnd().split('\n')) {
      const [seq, at, , content] = line.split('\t')
      lines.push({
        day: path.basename(file).slice(0, 10),
        seq: Number(seq),
        at: Number(BigInt(at!) / 1_000_000n),
        text: content!
      })
    }
  }
  return lines
}

/** Missing numbers, and time between two runs from a second on. */
function gapsOf(lines: readonly Line[]) {
  return lines.slice(1).flatMap((line, index) => {
    const before = lines[index]!
    const isMissing = line.seq > before.seq + 1
    const isPause = line.text.includes('"start":true') && line.at - before.at >= 1000
    return isMissing || isPause ? { from: before.at, to: line.at } : []
  })
}

test.each([1, 2, 3, 4])('says of each day what its lines say (seed %i)', async (seed) => {
  const lines = await linesOf(await recordDays(log, seed, 3))
  const [entry] = await new Catalog(root).read({ signal, onProgress: () => {} })
  expect(entry!.id).toBe(id)
  const days = [...new Set(lines.map(({ day }) => day))].reverse()
  expect(entry!.days.map(({ day }) => day)).toEqual(days)
  const gaps = gapsOf(lines)
  for (const { day, content } of entry!.days) {
    const ofDay = lines.filter((line) => line.day === day)
    const [from, to] = [ofDay[0]!.at, ofDay.at(-1)!.at]
    const start = Date.parse(day)
    const inDay = gaps
      .filter((gap) => gap.to > start && gap.from < start + dayLength)
      .map((gap) => Math.min(gap.to, start + dayLength) - Math.max(gap.from, start))
      .filter((length) => length > 0)
    expect(content).toMatchObject({
      from,
      to,
      items: ofDay.length,
      gaps: inDay.length,
      gapTime: inDay.reduce((sum, length) => sum + length, 0)
    })
    const { spans } = content!
    expect(spans).toEqual([...spans].sort((one, other) => one - other))
    expect([spans[0], spans.at(-1)]).toEqual([from, to])
  }
})

test('a second read has what was added, and what was known at once', async () => {
  const files = await recordDays(log, 1, 2)
  const catalog = new Catalog(root)
  const [before] = await catalog.read({ signal, onProgress: () => {} })
  const shown: (readonly CatalogEntry[])[] = []
  await appendFile(files.at(-1)!, await readFile(files[0]!))
  const [after] = await catalog.read({ signal, onProgress: (some) => shown.push(some) })
  expect(shown[0]![0]!.days.map(({ content }) => content)).toEqual(before!.days.map(({ content }) => content))
  const added = gunzipSync(await readFile(files[0]!))
    .toString('utf8')
    .trimEnd()
    .split('\n').length
  expect(after!.days[0]!.content!.items).toBe(before!.days[0]!.content!.items + added)
  expect(after!.days.slice(1)).toEqual(before!.days.slice(1))
})

test('names the markets, pinned days, and the day that is being written', async () => {
  const files = await recordDays(log, 2, 2)
  await changePins(log, ['2026-11-24'], true)
  await writeFile(path.join(log, 'recorder.lock'), `${process.ppid} ${hostname()} x\n`)
  const [entry] = await new Catalog(root).read({ signal, onProgress: () => {} })
  const days = daysOf(files)
  expect(entry!.days.filter(({ pinned }) => pinned).map(({ day }) => day)).toEqual(['2026-11-24'])
  expect(entry!.days.filter(({ open }) => open).map(({ day }) => day)).toEqual([days.at(-1)])
  const lines = await linesOf(files.filter((file) => dayOf(file) === '2026-11-24'))
  const held = lines.flatMap(({ text }) => /"held","market":"([^"]+)"/.exec(text)?.[1] ?? [])
  expect(entry!.days.at(-1)!.content!.markets).toEqual([...new Set(held)].sort())
})

test('is empty without a folder, and ends when it is cancelled', async () => {
  const nowhere = path.join(root, 'nowhere')
  expect(await new Catalog(nowhere).read({ signal, onProgress: () => {} })).toEqual([])
  await recordDays(log, 1, 1)
  const stop = new AbortController()
  const reading = new Catalog(root).read({ signal: stop.signal, onProgress: () => stop.abort() })
  await expect(reading).rejects.toThrow()
})

test('a segment of nothing but damage is listed with its size', async () => {
  await recordDays(log, 1, 1)
  const file = path.join(log, '2026-11-29T10-00-00.000Z.tsv.gz')
  await writeFile(file, 'damaged'.repeat(100))
  const [entry] = await new Catalog(root).read({ signal, onProgress: () => {} })
  expect(entry!.days[0]).toMatchObject({
    day: '2026-11-29',
    bytes: 700,
    content: { from: null, items: 0, spans: [] }
  })
  expect((await listSegments(log)).length).toBeGreaterThan(1)
  expect(entry!.days.at(-1)!.content!.from).toBeGreaterThanOrEqual(firstDay)
})
