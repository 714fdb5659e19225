import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { ItemKind } from '#engine/recording/log/lines'
import type { Budget, Budgets } from '#engine/recording/messages'
import { listSegments } from '#engine/recording/log/segments'
import type { FuzzRandom } from '../../shared/wire/fuzz/random'

export const epoch = Date.UTC(2026, 10, 24, 10)

export interface Written {
  readonly seq: number
  readonly at: number
  readonly kind: ItemKind
  readonly content: Buffer
}

export function randomItem(random: FuzzRandom, seq: number, at: number): Written {
  if (random.chance(8)) return { seq, at, kind: 'b', content: randomBytes(random, random.below(400)) }
  const text = JSON.stringify({
    market: random.pick(['BTC-USD', 'ŁÓDŹ-USD']),
    n: random.below(1e6),
    pad: 'x'.repeat(random.below(300))
  })
  return { seq, at, kind: random.chance(10) ? 'e' : 'f', content: Buffer.from(text) }
}

const randomBytes = (random: FuzzRandom, length: number) =>
  Buffer.from(Array.from({ length }, () => random.below(256)))

/** The whole log as `zcat` prints it: another reader than ours. */
export async function zcat(folder: string): Promise<string[]> {
  const files = await listSegments(folder)
  const texts = await Promise.all(
    files.map(async (file) => gunzipSync(await readFile(file)).toString('utf8'))
  )
  return texts.join('').split('\n').slice(0, -1)
}

export const lineOf = ({ seq, at, kind, content }: Written) => {
  const received =
    BigInt(epoch + Math.floor(at)) * 1_000_000n + BigInt(Math.floor((at - Math.floor(at)) * 1e6))
  return [seq, received, kind, kind === 'b' ? content.toString('base64') : content.toString('utf8')].join(
    '\t'
  )
}

export const everywhere = (budget: Budget): Budgets => ({ local: budget, remote: budget })
