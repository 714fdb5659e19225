import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '#engine/base/clock'
import { AddressCore } from '#engine/records/addresses/worker/core'
import { Addresses } from '#sandbox/data/addresses'
import { Draw } from '#sandbox/data/draw'
import { parseMonth } from '#sandbox/data/months'
import { decodeDepositAddress, type DepositAddress } from '#shared/wire/address-decoder'
import { serve } from './serve'

interface Load {
  readonly rows: number
  readonly seed: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const pageSize = 1000
const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-addresses-'))
process.once('exit', () => void rm(folder, { recursive: true, force: true }))

const open = async (name: string) => {
  const core = new AddressCore({
    folder: path.join(folder, name),
    service: 'bench',
    clock: systemClock,
    newId: () => 'id',
    report: () => undefined
  })
  await core.open(null)
  return core
}

const used = () => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

let given: Load = { rows: 0, seed: 0 }
let core: AddressCore | null = null
let texts: readonly string[] = []

function* pages({ rows, seed }: Load): Generator<DepositAddress[]> {
  const source = new Addresses({ seed, anchor: parseMonth('2026-10')!, count: rows })
  for (let from = 0; from < rows; from += pageSize) {
    const size = Math.min(pageSize, rows - from)
    yield Array.from({ length: size }, (_, index) =>
      decodeDepositAddress(source.row(rows - 1 - from - index))
    )
  }
}

/** One field per line. */
const searched = (row: DepositAddress) =>
  [
    row.address,
    row.id,
    row.refId ?? '',
    row.profileId,
    row.identityId ?? '',
    row.accountId ?? '',
    row.customerId,
    ...Object.entries(row.metadata ?? {}).flat()
  ]
    .join('\n')
    .toLowerCase()

/** Typical search terms. */
function partsOf(count: number): string[] {
  const parts: string[] = []
  for (let index = 0; parts.length < count; index += 1) {
    const draw = new Draw(given.seed, 1, index)
    const fields = draw.pick(texts).split('\n')
    const field = fields[draw.below(fields.length)]!
    const length = draw.between(3, 14)
    if (field.length < length) continue
    const from = draw.chance(50) ? 0 : draw.below(field.length - length + 1)
    for (let typed = 3; typed <= length && parts.length < count; typed += 1) {
      parts.push(field.slice(from, from + typed))
    }
  }
  return parts
}

/** Milliseconds by the wall or processor clock, whichever is less. */
async function taken(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  const begun = performance.now()
  await work()
  const passed = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) / 1000)
}

serve({
  /** Without creating the rows. */
  async load(load: Load) {
    given = load
    const before = used()
    core = await open('loaded')
    let milliseconds = 0
    let longest = 0
    for (const records of pages(load)) {
      const page = await taken(() => core!.add({ records }))
      milliseconds += page
      longest = Math.max(longest, page)
    }
    const question = { filters: {}, search: '', order: 'DESC' as const }
    await core.ask({ view: 'table', sequence: 0, question })
    return { milliseconds, longest, bytes: used() - before, ...(await core.bytes(null)) }
  },
  async keep() {
    const written = performance.now()
    const { bytesOnDisk } = await core!.keepOnDisk({ keep: true })
    const opened = performance.now()
    const again = new AddressCore({
      folder: path.join(folder, 'loaded'),
      service: 'bench',
      clock: systemClock,
      newId: () => 'id',
      report: () => undefined
    })
    const { rows } = await again.open(null)
    // Sorts, and shows that nothing is left to prepare.
    const question = { filters: {}, search: '', order: 'DESC' as const }
    await again.ask({ view: 'table', sequence: 0, question })
    await again.ask({ view: 'table', sequence: 1, question: { ...question, search: 'bc1q' } })
    const done = performance.now()
    return { rows, bytesOnDisk, written: opened - written, opened: done - opened }
  },
  /** Searched without an index. */
  gather() {
    texts = [...pages(given)].flatMap((records) => records.map(searched))
  },
  async search({ count }: { count: number }) {
    const indexed: number[] = []
    const scanned: number[] = []
    for (const [sequence, search] of partsOf(count).entries()) {
      const question = { filters: {}, search, order: 'DESC' as const }
      const part = search.trim()
      let answer = { count: 0 }
      let found = 0
      indexed.push(
        await taken(async () => {
          answer = await core!.ask({ view: 'table', sequence, question })
          await core!.slice({ view: 'table', from: 0, count: 40 })
        })
      )
      scanned.push(
        await taken(async () => {
          found = texts.reduce((sum, text) => sum + (text.includes(part) ? 1 : 0), 0)
        })
      )
      if (part.length >= 3 && found !== answer.count) {
        throw new Error(`“${search}” is in ${found} rows; ${answer.count} were found.`)
      }
    }
    return { indexed, scanned }
  }
})
