import { open, rm, stat, truncate } from 'node:fs/promises'
import type { Located } from '../log/segment'
import { candlesOf, heatOf, keyframesOf, tradesOf } from './files'
import { membersOf } from './members'

/** The files beside a segment, while they are written. */
export class DerivedFiles {
  private constructor(
    readonly segment: string,
    private keyframes: number,
    private trades: number,
    private heat: number
  ) {}

  /** Without what was written for it before. */
  static async begin(segment: string): Promise<DerivedFiles> {
    await truncateIfThere(keyframesOf(segment), 0)
    await truncateIfThere(tradesOf(segment), 0)
    await truncateIfThere(heatOf(segment), 0)
    await rm(candlesOf(segment), { force: true })
    return new DerivedFiles(segment, 0, 0, 0)
  }

  /** Lines about later items are written again. */
  static async continueAfter(segment: string, seq: number): Promise<DerivedFiles> {
    const keep = async (file: string) => {
      const size = endUpTo(await membersOf(file), seq)
      await truncateIfThere(file, size)
      return size
    }
    return new DerivedFiles(
      segment,
      await keep(keyframesOf(segment)),
      await keep(tradesOf(segment)),
      await keep(heatOf(segment))
    )
  }

  async addKeyframe(bytes: Buffer): Promise<void> {
    this.keyframes = await append(keyframesOf(this.segment), this.keyframes, bytes)
  }

  async addTrades(bytes: Buffer): Promise<void> {
    this.trades = await append(tradesOf(this.segment), this.trades, bytes)
  }

  async addHeat(bytes: Buffer): Promise<void> {
    this.heat = await append(heatOf(this.segment), this.heat, bytes)
  }
}

function endUpTo(members: readonly Located[], seq: number): number {
  let end = 0
  for (const { offset, facts } of members) {
    if (offset !== end || facts.lastSeq > seq) break
    end += facts.length
  }
  return end
}

async function truncateIfThere(file: string, size: number): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found && found.size > size) await (size > 0 ? truncate(file, size) : rm(file))
}

/** Nothing else writes the file, but a person may delete it. */
async function append(file: string, size: number, bytes: Buffer): Promise<number> {
  const handle = await open(file, 'a', 0o600)
  try {
    const found = (await handle.stat()).size
    if (found !== size && found !== 0) throw new Error(`${file} was changed`)
    await handle.appendFile(bytes)
    return found + bytes.length
  } finally {
    await handle.close()
  }
}
