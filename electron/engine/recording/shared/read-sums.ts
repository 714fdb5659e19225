import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { maxSumsBytes, parseSums, timeOfSet, type SharedSet } from './set'
import { removedEnding, removedFolder, sumsEnding, sumsFolder, type SharedReader } from './store'

/** Small files, maybe far away. */
const atOnce = 16

/** The sets of a store. What was read before is kept, because sets do not change. */
export class SharedSets {
  readonly #known = new Map<string, SharedSet | null>()
  readonly #doubted = new Set<string>()
  /** Segments and manifests here that need not be looked at again. */
  readonly done = new Set<string>()

  constructor(private readonly store: SharedReader) {}

  /** Oldest first; those whose sums are damaged are left out. */
  async read(signal: AbortSignal, isWanted: (name: string) => boolean = () => true): Promise<SharedSet[]> {
    const { sums } = await this.names(signal)
    return this.readAll(sums.filter(isWanted), signal)
  }

  /** It is read each time, because someone may repair it. */
  doubt(name: string, isDoubted: boolean): void {
    if (isDoubted) this.#doubted.add(name)
    else this.#doubted.delete(name)
  }

  async readAll(wanted: readonly string[], signal: AbortSignal): Promise<SharedSet[]> {
    const missing = wanted.filter((name) => !this.#known.has(name) || this.#doubted.has(name))
    const next = async (): Promise<void> => {
      for (let name = missing.shift(); name !== undefined; name = missing.shift())
        this.#known.set(name, await this.#readOne(name, signal))
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    return wanted.flatMap((name) => this.#known.get(name) ?? [])
  }

  /** Of the sets that are there, and of those that were removed. */
  async names(
    signal: AbortSignal
  ): Promise<{ readonly sums: string[]; readonly removed: ReadonlySet<string> }> {
    const [records = [], lists = []] = await this.store.names([removedFolder, sumsFolder], signal)
    const removed = new Set(namesOf(records, removedEnding))
    const sums = namesOf(lists, sumsEnding)
    return { sums: sums.filter((name) => !removed.has(name)), removed }
  }

  /** Null if they are damaged, or were removed meanwhile. */
  async #readOne(name: string, signal: AbortSignal): Promise<SharedSet | null> {
    try {
      return parseSums(name, await readText(this.store, `${sumsFolder}/${name}${sumsEnding}`, signal))
    } catch (thrown) {
      if (thrown instanceof ProblemError && !thrown.problem.retryable) return null
      throw thrown
    }
  }
}

function namesOf(names: readonly string[], ending: string): string[] {
  return names
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter((name) => timeOfSet(name) !== null)
    .sort((one, other) => timeOfSet(one)! - timeOfSet(other)! || (one < other ? -1 : 1))
}

async function readText(store: SharedReader, name: string, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of store.read(name, signal)) {
    bytes += piece.length
    if (bytes > maxSumsBytes) throw fail('recording.shared-set', recordingText.shared.damagedSums(name))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
