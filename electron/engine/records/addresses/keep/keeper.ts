import { addressText } from '#shared/messages/addresses'
import path from 'node:path'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Clock } from '#engine/base/clock'
import { diskReason } from './disk-reason'
import { KeptLines, type ReadProgress } from './kept-lines'
import { noProgress, ProgressFile, type Progress } from './progress-file'

const { saved: text } = addressText

/** Keeps the rows of one connection on disk, if the person wants it; writes come one after the other. */
export class Keeper {
  readonly #lines: KeptLines
  readonly #progressFile: ProgressFile
  #turn: Promise<unknown> = Promise.resolve()
  #keep = false
  /** What a newer Leadline wrote is not for this one to change. */
  #locked = false
  #progress = noProgress
  /** Whether all rows are in the file. */
  #whole = true
  /** What is wrong with writing now. */
  #fault: string | null = null
  /** How the file was found. */
  #notice: string | null = null

  constructor(
    folder: string,
    private readonly clock: Clock
  ) {
    this.#lines = new KeptLines(path.join(folder, 'addresses.jsonl'))
    this.#progressFile = new ProgressFile(path.join(folder, 'progress.json'))
  }

  get keep(): boolean {
    return this.#keep
  }

  get bytes(): number {
    return this.#lines.bytes
  }

  /** Why the rows are not kept as they should be, or null. */
  get notSaved(): string | null {
    return this.#fault ?? this.#notice
  }

  /** When what was found on the disk had been written last. */
  get writtenAt(): number | null {
    return this.#lines.writtenAt
  }

  get progress(): Progress {
    return this.#progress
  }

  /** What is kept, read once at the beginning. `all` gives the rows that could be read. */
  open(ports: ReadProgress & { readonly all: () => Iterable<DepositAddress> }): Promise<void> {
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

  append(records: readonly DepositAddress[], all: () => Iterable<DepositAddress>): Promise<void> {
    return this.#next(async () => {
      if (!this.#keep || this.#locked || records.length === 0) return
      // What could not be written before is written with the rest.
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

  begin(all: () => Iterable<DepositAddress>): Promise<void> {
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

  /** The rows are forgotten; whether to keep those that come is as it was. */
  forget(): Promise<void> {
    this.#progress = noProgress
    return this.#remove()
  }

  /** Before the end: what came since the last progress is no less certain. */
  async close(): Promise<void> {
    if (this.#lines.bytes > 0) await this.setProgress(this.#progress)
    await this.#turn
  }

  async #read({ record, between, all }: ReadProgress & { readonly all: () => Iterable<DepositAddress> }) {
    const { progress, covered } = await this.#progressFile.read()
    const found = await this.#lines.read({ record, between }, covered)
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
    // Its progress could not be read: the rows are covered as they are.
    if (covered === null) await this.#cover()
  }

  /** Without progress meanwhile: what it covers is the file that is replaced. */
  async #rewrite(all: () => Iterable<DepositAddress>): Promise<void> {
    await this.#progressFile.remove()
    await this.#lines.rewrite(all)
  }

  async #cover(): Promise<void> {
    await this.#progressFile.write(this.#progress, this.#lines.covered).catch(() => undefined)
  }

  #remove(): Promise<void> {
    return this.#next(async () => {
      if (this.#locked) return
      try {
        // In this order: without its rows, progress would promise what is not there.
        await this.#progressFile.remove()
        await this.#lines.remove()
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
