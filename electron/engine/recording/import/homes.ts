import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isSameStart } from '../../base/files'
import { importFolder, isImport, withoutImport } from '../location'
import { readEnds, type SegmentEnds } from '../log/ends'
import { isLaterSegment, listSegments } from '../log/segments'
import type { FoundLog } from './find-logs'
import type { SourceSegment } from './source'

/** The existing data of a segment. */
type Here = 'nothing' | 'all' | 'start' | 'other'

/** A log here that may have segments of an imported one. */
interface Home {
  readonly log: string
  readonly segments: readonly string[]
}

/** Where the segments of a log of another computer belong. */
export class Homes {
  private constructor(
    /** Recorded here, if anything was. */
    private readonly own: Home,
    private readonly imports: readonly Home[],
    private readonly next: string,
    private readonly taken: ReadonlySet<string>
  ) {}

  /** @param taken by other logs of the same import, whose numbers may overlap */
  static async find(
    root: string,
    { environment, service }: FoundLog,
    taken: ReadonlySet<string>
  ): Promise<Homes> {
    const parent = path.join(root, environment)
    const names: string[] = await readdir(parent).catch(() => [])
    const existing = names.filter((name) => isImport(name) && withoutImport(name) === service)
    const logOf = (folder: string) => path.join(parent, folder, 'log')
    const isFree = (folder: string) => !names.includes(folder) && !taken.has(logOf(folder))
    let number = 1
    while (!isFree(importFolder(service, number))) number += 1
    const homeOf = async (folder: string): Promise<Home> => {
      const log = logOf(folder)
      return { log, segments: await listSegments(log) }
    }
    const imports = await Promise.all(existing.map(homeOf))
    return new Homes(await homeOf(service), imports, logOf(importFolder(service, number)), taken)
  }

  async lookFor({
    file,
    name,
    ends
  }: SourceSegment): Promise<{ readonly here: Here; readonly log: string | null }> {
    for (const home of [this.own, ...this.imports]) {
      const existing = home.segments.find((each) => path.basename(each) === name)
      if (existing === undefined) continue
      const { size } = await stat(existing)
      const isSame = await isSameStart(file, existing, Math.min(size, ends.end))
      if (!isSame || (size < ends.end && home === this.own)) return { here: 'other', log: home.log }
      return { here: size < ends.end ? 'start' : 'all', log: home.log }
    }
    return { here: 'nothing', log: null }
  }

  /** The first import that has room for them between its own segments, in the order of their numbers; or a new one. */
  async homeFor(segments: readonly SourceSegment[], known: string | null): Promise<string> {
    const inOrder = this.imports
      .filter(({ log }) => !this.taken.has(log))
      .sort((one, other) => Number(other.log === known) - Number(one.log === known))
    for (const home of inOrder) if (await fits(home, segments)) return home.log
    return this.next
  }
}

export const isAfter = (before: SegmentEnds, { first }: SegmentEnds): boolean =>
  first.firstSeq > before.last.lastSeq

/** Whether a segment may come right after another one in a log. */
export function follows(before: SegmentEnds, ends: SegmentEnds): boolean {
  const isNext = ends.first.firstSeq === before.last.lastSeq + 1
  return isNext ? ends.first.previous.equals(before.digest) : isAfter(before, ends)
}

async function fits({ segments }: Home, added: readonly SourceSegment[]): Promise<boolean> {
  const ends = new Map(added.map((segment) => [segment.file, segment.ends]))
  const all = [...segments, ...ends.keys()].sort((one, other) => (isLaterSegment(one, other) ? 1 : -1))
  for (const [index, file] of all.entries()) {
    const before = all[index - 1]
    // Others belong together, or are judged once they are verified.
    if (before === undefined || ends.has(before) === ends.has(file)) continue
    const one = ends.get(before) ?? (await readEnds(before))
    const other = ends.get(file) ?? (await readEnds(file))
    if (one && other && !follows(one, other)) return false
  }
  return true
}
