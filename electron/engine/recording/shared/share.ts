import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { SharedSets } from './read-sums'
import { keepShared, type SharedLimits } from './retention'
import { finishedSegments, sealedParts, sealedSegment, type SealedSet } from './sealed-sets'
import { formatSums, setOfSegment, timeOfSet, type SharedFile, type SharedSet } from './set'
import { sumsEnding, sumsFolder, writeText, type SharedStore } from './store'

interface ShareOptions {
  readonly store: SharedStore
  /** Of the store; kept between calls. */
  readonly sets: SharedSets
  readonly log: string
  readonly limits: SharedLimits
  readonly now: number
  /** Milliseconds that a finished segment rests before it is shared. */
  readonly settle: number
  /** Whether the recorder may go on with the last segment, within its length. */
  readonly mayContinue: boolean
  /** Milliseconds after which the recorder begins another segment; an hour without it. */
  readonly segmentLength?: number
  /** The limits of the store are kept although nothing is new. */
  readonly isDue: boolean
  readonly signal: AbortSignal
  readonly onShared: (set: SharedSet) => void
  readonly onRemoved: (set: SharedSet) => void
}

const block = 128 * 1024
const day = 86_400_000

/**
 * Puts the finished segments and Parquet files of a log into a store, oldest first, and keeps the store within its limits.
 * It may be ended at any time: a set counts once its sums are there, which come last.
 */
export async function shareSealed(options: ShareOptions): Promise<void> {
  const { store, sets, log, limits, now, settle, mayContinue, segmentLength } = options
  const { isDue, signal, onShared, onRemoved } = options
  const { done } = sets
  const isDone = (name: string) => done.has(name)
  const isShared = (segment: string) => isDone(setOfSegment(segment))
  const finished = await finishedSegments(log, { now, settle, mayContinue, segmentLength, isDone: isShared })
  const segments = finished.filter((file) => !isShared(path.basename(file)))
  const parts = store.hasParquet ? await sealedParts(log, finished, isDone) : new Map<string, null>()
  if (segments.length + parts.size === 0 && !isDue) return
  const { sums, removed } = await sets.names(signal)
  const known = new Set([...sums, ...removed])
  // What the limits removed is not put there again, nor what is older.
  const removedUntil = Math.max(now - limits.days * day, ...[...removed].map((name) => timeOfSet(name) ?? 0))
  const isWanted = (name: string) => !known.has(name) && timeOfSet(name)! > removedUntil
  for (const file of segments) {
    signal.throwIfAborted()
    const name = setOfSegment(path.basename(file))
    const set = isWanted(name) ? await sealedSegment(file) : null
    if (set) onShared(await put(store, set, signal))
    done.add(name)
  }
  for (const [manifest, set] of parts) {
    signal.throwIfAborted()
    if (set && isWanted(set.facts.name)) onShared(await put(store, set, signal))
    done.add(manifest)
  }
  await keepShared({ store, sets, limits, now, signal, onRemoved })
}

async function put(store: SharedStore, { facts, files }: SealedSet, signal: AbortSignal): Promise<SharedSet> {
  const written: SharedFile[] = []
  for (const [name, file] of files) {
    signal.throwIfAborted()
    const [hash, count] = [createHash('sha256'), { bytes: 0 }]
    await store.write(name, counted(file, hash, count), signal)
    written.push({ name, bytes: count.bytes, sha256: hash.digest('hex') })
  }
  const set = { ...facts, files: written }
  await writeText(store, `${sumsFolder}/${facts.name}${sumsEnding}`, formatSums(set), signal)
  return set
}

async function* counted(file: string, hash: ReturnType<typeof createHash>, count: { bytes: number }) {
  for await (const piece of createReadStream(file, { highWaterMark: block })) {
    const bytes = piece as Buffer
    hash.update(bytes)
    count.bytes += bytes.length
    yield bytes
  }
}
