import { expect, test } from 'vitest'
import { encodeRequest, RequestDecoder } from '#engine/recording/channel/requests'
import { ChunkBuilder } from '#engine/recording/chunk'
import type { RecorderRequest } from '#engine/recording/messages'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { everywhere, randomItem } from './support'

const plain = (request: RecorderRequest) =>
  request.kind === 'chunk'
    ? { ...request, chunk: { ...request.chunk, bytes: Buffer.from(request.chunk.bytes).toString('base64') } }
    : request

function randomRequest(random: FuzzRandom, builder: ChunkBuilder): RecorderRequest {
  if (random.chance(5)) return { kind: 'close' }
  const budget = { bytes: random.below(1e9), days: 14, freeBytes: 0, sealedFirst: true }
  if (random.chance(5)) return { kind: 'budgets', budgets: everywhere(budget) }
  for (let items = random.below(60); items > 0; items--) {
    const { kind, at, content } = randomItem(random, items, items / 7)
    builder.add(kind, at, content)
  }
  return { kind: 'chunk', opening: random.below(9), base: random.below(1e9), chunk: builder.take() }
}

test.each([1, 2, 3, 4])(
  'requests come out of a stream as they went in, wherever it is cut (seed %i)',
  (seed) => {
    const random = new FuzzRandom(seed)
    const builder = new ChunkBuilder(1_760_000_000_000)
    const requests = Array.from({ length: 200 }, () => randomRequest(random, builder))
    const stream = Buffer.concat(requests.flatMap(encodeRequest))
    const found: RecorderRequest[] = []
    const decoder = new RequestDecoder((request) => found.push(request))
    for (let at = 0; at < stream.length;) {
      const length = random.chance(2) ? 1 + random.below(12) : 1 + random.below(70_000)
      decoder.push(Buffer.from(stream.subarray(at, at + length)))
      at += length
    }
    expect(found.map(plain)).toEqual(requests.map(plain))
  }
)
