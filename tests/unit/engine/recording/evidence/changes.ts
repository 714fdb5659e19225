import { createHash, verify } from 'node:crypto'
import type { EvidenceFile } from '#engine/recording/evidence/collect'
import type { FuzzRandom } from '../../../shared/wire/fuzz/random'

interface Change {
  readonly at: number
  /** Exclusive or. */
  readonly by: number
}

/** At every position of a small file, else at random ones. */
export function* changesOf(random: FuzzRandom, content: Uint8Array, max: number): Generator<Change> {
  const isSmall = content.length <= 4096
  for (let count = 0; count < (isSmall ? content.length : max); count++)
    yield { at: isSmall ? count : random.below(content.length), by: 1 << random.below(8) }
}

/**
 * Whether sha256sum or openssl would notice a change, with what they do: hashes of the listed files, and the signature of
 * the list.
 */
export function isNoticed(files: readonly EvidenceFile[]) {
  const contents = new Map(files.map(({ name, content }) => [name, Buffer.from(content)]))
  const sums = new Map(
    contents
      .get('SHA256SUMS')!
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)])
  )
  return (name: string, at: number, by: number): boolean => {
    const changed = Buffer.from(contents.get(name)!)
    changed[at] = changed[at]! ^ by
    const listed = sums.get(name)
    if (listed !== undefined) return createHash('sha256').update(changed).digest('hex') !== listed
    const content = (of: string) => (of === name ? changed : contents.get(of)!)
    return !verify(null, content('SHA256SUMS'), contents.get('public-key.pem')!, content('SHA256SUMS.sig'))
  }
}
