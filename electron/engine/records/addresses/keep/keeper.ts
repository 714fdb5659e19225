import { addressText } from '#shared/messages/addresses'
import path from 'node:path'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Clock } from '#engine/base/clock'
import { diskReason } from '#engine/base/files/index'
import type { KeptDigest } from '../digest/digest'
import type { Covered } from './covered'
import { DigestFile } from './digest-file'
import { KeptLines, type AllRecords, type ReadProgress } from './kept-lines'
import { noProgress, ProgressFile, type Progress } from './progress-file'

const { saved: text } = addressText

/** Saves the rows of one connection if enabled; writes run in order. */
export class Keeper {
  readonly #lines: KeptLines
  readonly #progressFile: ProgressFile
  readonly #digestFile: DigestFile
  #turn: Promise<unknown> = Promise.resolve()
  #keep = false
  /** Files of newer versions are not changed. */
  #locked = false
  #progress = noProgress
  #digest: KeptDigest | null = null
  /** The part of the rows that was there at the last look. */
  #look: Covered | null = null
  /** All rows are in the file. */
  #whole = true
  #fault: string | null = null
  /** A message about the file as found. */
  #notice: string | null = null

  constructor(
    folder: string,
    private readonly clock: Clock
  ) {
    this.#lines = new KeptLines(path.join(folder, 'addresses.jsonl'))
    this.#progressFile = new ProgressFile(path.join(folder, 'progress.json'))
    this.#digestFile = new DigestFile(path.join(folder, 'digest.json'))
  }

  get keep(): boolean {
    return this.#keep
  }

  get bytes(): number {
    return this.#lines.bytes
  }

  /** Why rows are not saved, or null. */
  get notSaved(): string | null {
    return this.#fault ?? this.#notice
  }

  /** The last write, for rows from disk. */
  get writtenAt(): number | null {
    return this.#lines.writtenAt
  }

  /** Null if nothing was kept, or its rows are not there as they were. */
  get digest(): KeptDigest | null {
    return this.#digest
  }

  get progress(): Progress {
    return this.#progress
  }

  /** Reads the saved rows. `all` returns the readable ones. */
  open(ports: ReadProgress & { readonly all: () => AllRecords }): Promise<void> {
    this.#keep = true
    return this.#next(async () => {
      try {
        await this.#read(ports)
      } catch (problem) {
        this.#locked = true
        this.#notice = text.notRead(diskReason(problem))
      }
    })
  }

  append(records: readonly DepositAddress[], all: () => AllRecords): Promise<void> {
    return this.#next(async () => {
      if (!this.#keep || this.#locked || records.length === 0) return
      // Includes rows that could not be written before.
      await this.#writing(() => (this.#whole ? this.#lines.append(records) : this.#rewrite(all)))
    })
  }

  setProgress(progress: Progress): Promise<void> {
    this.#progress = progress
    return this.#next(async () => {
      if (!this.#keep || this.#locked || !this.#whole) return
      await this.#progressFile.write(progress, this.#lines.covered).catch((problem: unknown) => {
        this.#fault = text.progressNotSaved(diskReason(problem))
      })
    })
  }

  /** @param isLook it begins with the rows so far */
  setDigest(digest: KeptDigest, isLook: boolean): Promise<void> {
    this.#digest = digest
    return this.#next(async () => {
      if (!this.#keep || this.#locked || !this.#whole) return
      if (isLook) this.#look = this.#lines.covered
      // Progress first, because rows that it does not cover are cut off.
      await this.#cover()
      await this.#writeDigest()
    })
  }

  begin(all: () => AllRecords): Promise<void> {
    this.#keep = true
    return this.#next(async () => {
      if (this.#locked) return
      await this.#writing(() => this.#rewrite(all))
      if (this.#whole) await this.#cover()
    })
  }

  end(): Promise<void> {
    this.#keep = false
    return this.#remove()
  }

  /** Removes the rows; the setting stays. */
  clear(): Promise<void> {
    this.#progress = noProgress
    this.#digest = null
    return this.#remove()
  }

  /** Rows since the last progress are equally valid. */
  async dispose(): Promise<void> {
    if (this.#lines.bytes > 0) await this.setProgress(this.#progress)
    await this.#turn
  }

  async #read({ all, ...ports }: ReadProgress & { readonly all: () => AllRecords }) {
    const { progress, covered } = await this.#progressFile.read()
    const kept = await this.#digestFile.read()
    let isSeen = false
    const seen = () => {
      isSeen = true
      ports.seen()
    }
    const found = await this.#lines.read({ ...ports, seen }, covered, kept?.covered ?? null)
    if (found.state === 'newer') {
      this.#locked = true
      this.#notice = text.newer
      return
    }
    if (found.state === 'removed') {
      await this.#progressFile.remove()
      this.#notice = text.removed
      return
    }
    if (found.state === 'altered') {
      await this.#progressFile.remove()
      const name = path.basename(await this.#lines.quarantine(new Date(this.clock.wall())))
      this.#notice = text.altered(name)
      return
    }
    if (found.state === 'foreign' || (found.state === 'read' && found.damaged > 0)) {
      const name = path.basename(await this.#lines.quarantine(new Date(this.clock.wall())))
      this.#notice = found.state === 'read' ? text.damaged(found.damaged, name) : text.unreadable(name)
      await this.#rewrite(all)
      await this.#cover()
      return
    }
    if (found.state !== 'read') return
    this.#progress = progress
    if (isSeen && kept) {
      this.#digest = kept.digest
      this.#look = kept.covered
    }
    // The progress was unreadable, so the rows are accepted as they are.
    if (covered === null) await this.#cover()
  }

  /** Progress is removed first, because it covers the old file. */
  async #rewrite(all: () => AllRecords): Promise<void> {
    await this.#digestFile.remove()
    await this.#progressFile.remove()
    this.#look = await this.#lines.rewrite(all())
    if (this.#digest === null) return
    await this.#cover()
    await this.#writeDigest()
  }

  async #writeDigest(): Promise<void> {
    if (this.#digest === null || this.#look === null) return
    await this.#digestFile.write(this.#digest, this.#look).catch((problem: unknown) => {
      this.#fault = text.digestNotSaved(diskReason(problem))
    })
  }

  async #cover(): Promise<void> {
    await this.#progressFile.write(this.#progress, this.#lines.covered).catch(() => undefined)
  }

  #remove(): Promise<void> {
    return this.#next(async () => {
      if (this.#locked) return
      try {
        // Progress first, because it must not cover missing rows.
        await this.#digestFile.remove()
        await this.#progressFile.remove()
        await this.#lines.remove()
        this.#look = null
        this.#whole = true
        this.#fault = null
        this.#notice = null
      } catch (problem) {
        this.#fault = text.notDeleted(diskReason(problem))
      }
    })
  }

  async #writing(write: () => Promise<void>): Promise<void> {
    try {
      await write()
      this.#whole = true
      this.#fault = null
    } catch (problem) {
      this.#whole = false
      this.#fault = text.notSaved(diskReason(problem))
    }
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work)
    this.#turn = next.catch(() => undefined)
    return next
  }
}
