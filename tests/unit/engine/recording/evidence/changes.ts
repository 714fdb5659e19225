import type { EvidenceFile } from '#engine/recording/evidence/collect'
import type { FuzzRandom } from '../../../shared/wire/fuzz/random'

/** By is an exclusive or. */
export type Change = readonly [name: string, at: number, by: number]

const maxSmall = 4096

/** Of a byte: at every position of small files, and at so many random ones of large files. */
export const manyChanges = (random: FuzzRandom, files: readonly EvidenceFile[], ofLarge: number) =>
  changesAt(random, files, ({ length }) =>
    length <= maxSmall
      ? Array.from({ length }, (_, at) => at)
      : Array.from({ length: ofLarge }, () => random.below(length))
  )

/** Of a byte: spread over each file, with its first and its last one. */
export const someChanges = (random: FuzzRandom, files: readonly EvidenceFile[], ofEach: number) =>
  changesAt(random, files, ({ length }) =>
    Array.from({ length: ofEach }, (_, index) => Math.round((index * (length - 1)) / (ofEach - 1)))
  )

const changesAt = (
  random: FuzzRandom,
  files: readonly EvidenceFile[],
  positionsOf: (content: Uint8Array) => readonly number[]
): readonly Change[] =>
  files.flatMap(({ name, content }) =>
    positionsOf(content).map((at): Change => [name, at, 1 + random.below(255)])
  )
