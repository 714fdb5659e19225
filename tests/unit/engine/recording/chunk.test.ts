import { expect, test } from 'vitest'
import { ChunkBuilder, itemsOf, type Chunk } from '#engine/recording/chunk'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { randomItem } from './support'

test.each([1, 2, 3])('chunks have exactly what was added, also after more was added (seed %i)', (seed) => {
  const random = new FuzzRandom(seed)
  const builder = new ChunkBuilder(0)
  const chunks: Chunk[] = []
  const added: unknown[] = []
  for (let number = 0; number < 3000; number++) {
    const { kind, at, content } = randomItem(random, number, number / 7)
    // Some are larger than a chunk.
    const bytes = random.chance(200) ? Buffer.concat(Array.from({ length: 900 }, () => content)) : content
    if (random.chance(150)) chunks.push(builder.take())
    if (!builder.add(kind, at, bytes)) {
      chunks.push(builder.take())
      expect(builder.add(kind, at, bytes)).toBe(true)
    }
    added.push({ number, kind, at, content: bytes.toString('base64') })
  }
  chunks.push(builder.take())
  const found = chunks.flatMap((chunk) => [...itemsOf(chunk)])
  expect(found.map((item) => ({ ...item, content: item.content.toString('base64') }))).toEqual(added)
})
