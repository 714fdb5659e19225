import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { canonicalDecimal } from '#shared/domain/base/decimal'

interface Level {
  readonly price: string
  readonly amount: string
}
interface Message {
  readonly payload?: {
    readonly market: string
    readonly type?: string
    readonly bids?: readonly Level[]
    readonly asks?: readonly Level[]
  }
}

/** The fields of the lines of all logs, as `zcat` prints them; the last member may be being written. */
export async function recordedLines(recordings: string): Promise<string[][]> {
  const names = (await readdir(recordings, { recursive: true })).filter((name) => name.endsWith('.tsv.gz'))
  const segments = await Promise.all(names.sort().map((name) => readFile(path.join(recordings, name))))
  const texts = segments.map((bytes) =>
    gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')
  )
  return texts.flatMap((text) => text.split('\n').slice(0, -1)).map((line) => line.split('\t'))
}

/** From the recorded frames alone: the last snapshot, and each update since. */
export function recordedBook(lines: readonly string[][], market: string) {
  const book = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  for (const [, , kind, text] of lines) {
    if (kind !== 'f') continue
    const { payload } = JSON.parse(text!) as Message
    if (payload?.market !== market) continue
    for (const side of ['bids', 'asks'] as const) {
      if (payload.type === 'SNAPSHOT') book[side].clear()
      for (const { price, amount } of payload[side] ?? []) {
        if (Number(amount) === 0) book[side].delete(canonicalDecimal(price)!)
        else book[side].set(canonicalDecimal(price)!, canonicalDecimal(amount)!)
      }
    }
  }
  return { bids: sorted(book.bids, -1), asks: sorted(book.asks, 1) }
}

const sorted = (levels: ReadonlyMap<string, string>, direction: number) =>
  [...levels].sort(([one], [other]) => direction * (Number(one) - Number(other)))

/** The service's own book, in the same form. */
export function plainBook({
  bids,
  asks
}: {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}) {
  const plain = (levels: readonly Level[]) =>
    levels.map(({ price, amount }) => [canonicalDecimal(price), canonicalDecimal(amount)])
  return { bids: plain(bids), asks: plain(asks) }
}
