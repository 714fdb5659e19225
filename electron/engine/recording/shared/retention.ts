import type { TierBudget } from '../messages'
import type { SharedSets } from './read-sums'
import { bytesOfSet, timeOfSet, type SharedSet } from './set'
import { removedEnding, removedFolder, sumsEnding, sumsFolder, writeText, type SharedStore } from './store'

/** Of the store, apart from those of the recordings here. */
export type SharedLimits = TierBudget

interface KeepOptions {
  readonly store: SharedStore
  readonly sets: SharedSets
  readonly limits: SharedLimits
  readonly now: number
  readonly signal: AbortSignal
  readonly onRemoved: (set: SharedSet) => void
}

const day = 86_400_000
/** Each is in all lists that seats get. */
const maxRecords = 2000
const columns = ['set', 'files', 'bytes', 'first_seq', 'last_seq', 'from', 'to', 'removed', 'reason']

/**
 * Removes the oldest sets until the store fits its limits. Each is recorded first, and counts as removed from then on; its
 * sums go last, so that a removal that was interrupted is continued.
 */
export async function keepShared(options: KeepOptions): Promise<void> {
  const { store, sets, limits, now, signal, onRemoved } = options
  const { removed } = await sets.names(signal)
  for (const name of await left(options, removed)) await removeFiles(store, name, signal)
  const there = await sets.read(signal)
  let total = there.reduce((sum, set) => sum + bytesOfSet(set), 0)
  for (const set of there) {
    const isOld = set.to < now - limits.days * day
    if (!isOld && total <= limits.bytes) break
    const fields = [set.name, set.files.length, bytesOfSet(set), set.firstSeq, set.lastSeq]
    const times = [set.from, set.to, now].map((at) => new Date(at).toISOString())
    const line = [...fields, ...times, isOld ? 'days' : 'bytes'].join('\t')
    const record = `${removedFolder}/${set.name}${removedEnding}`
    await writeText(store, record, `${columns.join('\t')}\n${line}\n`, signal)
    await removeFiles(store, set, signal)
    total -= bytesOfSet(set)
    onRemoved(set)
  }
  const records = [...removed].sort((one, other) => timeOfSet(one)! - timeOfSet(other)!)
  for (const name of records.slice(0, Math.max(0, records.length - maxRecords)))
    await store.remove(`${removedFolder}/${name}${removedEnding}`, signal)
}

/** Sets whose removal was interrupted. */
async function left(
  { store, sets, signal }: KeepOptions,
  removed: ReadonlySet<string>
): Promise<readonly SharedSet[]> {
  const [sums = []] = await store.names([sumsFolder], signal)
  const names = sums.map((name) => name.slice(0, -sumsEnding.length)).filter((name) => removed.has(name))
  return names.length === 0 ? [] : sets.readAll(names, signal)
}

async function removeFiles(
  store: SharedStore,
  { name, files }: SharedSet,
  signal: AbortSignal
): Promise<void> {
  for (const file of files) await store.remove(file.name, signal)
  await store.remove(`${sumsFolder}/${name}${sumsEnding}`, signal)
}
