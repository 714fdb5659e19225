import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import type { Profile } from '#shared/contract/connection/connections'
import { bytesOf, packMarketFrame, readMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { Disposable } from '#shared/domain/base/emitter'
import { parseJson } from '#shared/wire/parse-json'
import type { Clock } from '../../base/clock'
import { readPlainFile, writeAtomically } from '../../base/files'
import { isDrawable } from './drawable-news'
import { agedTo, maxKept, type LastNews } from './last-figures'
import type { Publisher } from './publisher'

const maxBytes = 8 * 1024 * 1024
const writeInterval = 5 * 60_000

const schema = v.object({
  version: v.literal(1),
  source: v.string(),
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  keys: v.pipe(v.array(v.string()), v.maxLength(maxKept)),
  /** The cells of a market frame as 64-bit floats, little-endian, in base64. */
  numbers: v.string(),
  texts: v.pipe(v.array(v.string()), v.maxLength(maxKept)),
  exact: v.array(v.tuple([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,100}(\.\d{1,100})?$/))]))
})
type Content = v.InferOutput<typeof schema>

/** Identifies the service of a connection. The local sandbox has another address in each run. */
export const sourceOf = ({ id, streamAddress }: Pick<Profile, 'id' | 'streamAddress'>): string =>
  `${id} ${streamAddress}`

interface LastFiguresPorts {
  readonly file: string
  readonly clock: Clock
  readonly publisher: Pick<Publisher, 'last' | 'keepLast' | 'clearLast'>
  readonly onFailure: (problem: unknown) => void
}

/** Written at exit, and every few minutes for the case of a crash. */
export class LastFiguresFile implements Disposable {
  #cancel: () => void
  #writing: Promise<void> = Promise.resolve()
  #written = 0

  constructor(private readonly ports: LastFiguresPorts) {
    this.#cancel = this.#later()
  }

  /** A file that is missing or damaged is the same as an empty one, because the stream sends everything again. */
  async read(): Promise<void> {
    const { last } = this.ports.publisher
    const content = await this.#content()
    if (!content || content.source !== last.source) return
    try {
      last.restore(entriesOf(content))
    } catch {
      // The next write replaces it.
    }
  }

  async clear(): Promise<void> {
    this.ports.publisher.clearLast()
    this.#written = this.ports.publisher.last.changes
    await this.#writing
    await rm(this.ports.file, { force: true })
  }

  /** Deletes what was shown of a deleted connection. */
  async remove(profileId: string): Promise<void> {
    const isOf = (source: string | null | undefined) => source?.startsWith(`${profileId} `) === true
    if (isOf(this.ports.publisher.last.source)) return this.clear()
    await this.#writing
    if (isOf((await this.#content())?.source)) await rm(this.ports.file, { force: true })
  }

  async dispose(): Promise<void> {
    this.#cancel()
    await this.#write()
  }

  async #content(): Promise<Content | null> {
    try {
      const bytes = await readPlainFile(this.ports.file, maxBytes)
      return v.parse(schema, parseJson(bytes.toString(), { values: maxBytes, depth: 4, strict: true }))
    } catch {
      return null
    }
  }

  #later(): () => void {
    return this.ports.clock.later(writeInterval, () => {
      this.ports.publisher.keepLast()
      void this.#write()
      this.#cancel = this.#later()
    })
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow()).catch(this.ports.onFailure)
    return this.#writing
  }

  async #writeNow(): Promise<void> {
    const { source, kept, changes } = this.ports.publisher.last
    if (source === null || kept.size === 0 || changes === this.#written) return
    await writeAtomically(this.ports.file, JSON.stringify(contentOf(source, kept)))
    this.#written = changes
  }
}

/** The most recent items that fit. */
function contentOf(source: string, kept: ReadonlyMap<string, LastNews>): Content {
  const at = Math.max(...[...kept.values()].map((one) => one.at))
  const chosen: (readonly [string, MarketNews])[] = []
  let room = maxBytes / 2
  for (const [key, one] of [...kept].toReversed()) {
    room -= key.length + bytesOf(one.news)
    if (room >= 0) chosen.unshift([key, agedTo(at, one)])
  }
  const { numbers, texts, exact } = packMarketFrame(
    chosen.map(([, news]) => news),
    at
  )
  return {
    version: 1,
    source,
    at,
    keys: chosen.map(([key]) => key),
    numbers: Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64'),
    texts: [...(texts ?? [])],
    exact: [...(exact ?? [])]
  }
}

function entriesOf({ at, keys, numbers, texts, exact }: Content) {
  const bytes = Buffer.from(numbers, 'base64')
  const cells = new Float64Array(Math.floor(bytes.length / Float64Array.BYTES_PER_ELEMENT))
  Buffer.from(cells.buffer).set(bytes.subarray(0, cells.byteLength))
  // The count limits the reader's loop.
  if (cells[0] !== keys.length) throw new Error('The number of entries differs from the number of keys.')
  const { news } = readMarketFrame({ numbers: cells, texts, exact: new Map(exact) })
  return keys.flatMap((key, index) => {
    const one = news[index]
    return one && isDrawable(one) ? [[key, { at, news: one }] as const] : []
  })
}
