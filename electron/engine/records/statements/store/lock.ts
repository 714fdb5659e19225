import path from 'node:path'
import * as v from 'valibot'
import { fail, type ProblemError } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import { codeOf, type Disk } from '../disk/disk'
import { readSmall } from '../disk/files'
import { diskProblem } from '../disk/problem'
import { lockName } from '../layout/layout'

export interface LockPorts {
  readonly disk: Disk
  readonly clock: Clock
  /** Unique to this instance. */
  readonly id: string
  /** The name of this computer. */
  readonly host: string
  /** Identifies this installation, since computers may have the same name. */
  readonly machine: string
  readonly pid: number
  /** Whether a process of this computer is alive. */
  readonly alive: (pid: number) => boolean
}

const beatMilliseconds = 10_000
/** Measured with our own clock from the first sight of a beat, since clocks differ. */
const staleMilliseconds = 60_000

const schema = v.object({
  id: v.string(),
  host: v.string(),
  machine: v.optional(v.string()),
  pid: v.number(),
  beat: v.number()
})

/** `leadline-archive.lock`: one instance at a time writes to an archive, on whatever computer it runs. */
export class Lock {
  #beat = 0
  #held = false
  #cancelTimer: (() => void) | null = null
  #seen: { readonly text: string; readonly at: number } | null = null
  readonly #file: string

  constructor(
    readonly root: string,
    private readonly ports: LockPorts,
    private readonly lost: (problem: ProblemError) => void
  ) {
    this.#file = path.join(root, lockName)
  }

  get held(): boolean {
    return this.#held
  }

  /** Fails if another instance has it; a later try finds out whether that one is dead. */
  async take(): Promise<void> {
    if (this.#held) return
    try {
      await this.#take()
    } catch (thrown) {
      throw diskProblem(thrown, this.root)
    }
    this.#held = true
    this.#next()
  }

  /** Before every write, since another instance may have taken over while this computer slept. */
  async check(): Promise<void> {
    if (!this.#held) throw fail('statements.locked', archiveText.lock.other)
    const found = await this.#read().catch((thrown: unknown) => {
      throw diskProblem(thrown, this.root)
    })
    if (found && this.#isOurs(found)) return
    throw this.#lose(found)
  }

  async release(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (!this.#held) return
    this.#held = false
    const found = await this.#read().catch(() => null)
    if (found && this.#isOurs(found)) await this.ports.disk.remove(this.#file).catch(() => {})
  }

  async #take(): Promise<void> {
    if (await this.#create()) return
    const found = await this.#read()
    if (found !== null) {
      // It is ours: the drive was detached for a moment.
      if (this.#isOurs(found)) return
      // On a read-only drive a leftover lock means nothing.
      await this.#expectWritable()
      if (!this.#isStale(found)) throw heldBy(found)
      await this.#quarantine(found)
    }
    // Another instance was quicker.
    if (!(await this.#create())) throw heldBy(await this.#read())
  }

  /** Two instances may find it stale at once: it is checked after it was moved aside, and put back if it changed. */
  async #quarantine(found: string): Promise<void> {
    const { disk } = this.ports
    const aside = `${this.#file}.stale-${this.ports.id.replace(/[^A-Za-z0-9-]/g, '')}.part`
    try {
      await disk.rename(this.#file, aside)
    } catch {
      return
    }
    const moved = (await readSmall(disk, aside, 10_000)).toString('utf8')
    if (moved !== found) {
      await disk.rename(aside, this.#file)
      throw heldBy(moved)
    }
    await disk.remove(aside)
  }

  async #create(): Promise<boolean> {
    const { disk } = this.ports
    if ((await disk.size(this.#file)) !== null) return false
    const part = this.#ownPart
    await this.#write(part)
    try {
      // With its content from the first moment, since an empty lock never looks stale.
      return await disk.link(part, this.#file)
    } catch (thrown) {
      if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|EINVAL|UNKNOWN)$/.test(codeOf(thrown))) throw thrown
      return await this.#createPlainly()
    } finally {
      await disk.remove(part)
    }
  }

  async #createPlainly(): Promise<boolean> {
    try {
      await this.#write(this.#file)
      return true
    } catch (thrown) {
      if (codeOf(thrown) === 'EEXIST') return false
      throw thrown
    }
  }

  async #write(place: string): Promise<void> {
    if (place !== this.#file) await this.ports.disk.remove(place)
    const file = await this.ports.disk.create(place)
    let isWhole = false
    try {
      await file.write(Buffer.from(this.#text()))
      await file.sync()
      isWhole = true
    } finally {
      await file.close().catch(() => {})
      // Nothing of it stays on a full disk.
      if (!isWhole) await this.ports.disk.remove(place).catch(() => {})
    }
  }

  async #expectWritable(): Promise<void> {
    await this.#write(this.#ownPart)
    await this.ports.disk.remove(this.#ownPart)
  }

  get #ownPart(): string {
    return `${this.#file}.${this.ports.id.replace(/[^A-Za-z0-9-]/g, '')}.part`
  }

  #text(): string {
    const { id, host, machine, pid } = this.ports
    return JSON.stringify({ id, host, machine, pid, beat: this.#beat })
  }

  async #read(): Promise<string | null> {
    if ((await this.ports.disk.size(this.#file)) === null) return null
    return (await readSmall(this.ports.disk, this.#file, 10_000)).toString('utf8')
  }

  #isOurs(text: string): boolean {
    return parse(text)?.id === this.ports.id
  }

  #isStale(text: string): boolean {
    const { clock, machine, alive, pid, id } = this.ports
    const holder = parse(text)
    const here = holder?.machine === machine
    if (holder && here && holder.id !== id && (holder.pid === pid || !alive(holder.pid))) return true
    if (this.#seen?.text !== text) this.#seen = { text, at: clock.monotonic() }
    return clock.monotonic() - this.#seen.at >= staleMilliseconds
  }

  #next(): void {
    this.#cancelTimer = this.ports.clock.later(beatMilliseconds, () => void this.#beatOnce())
  }

  async #beatOnce(): Promise<void> {
    try {
      const found = await this.#read()
      if (!this.#held) return
      if (!found || !this.#isOurs(found)) {
        this.#lose(found)
        return
      }
      this.#beat += 1
      const part = this.#ownPart
      await this.#write(part)
      if (this.#held) await this.ports.disk.rename(part, this.#file)
      else await this.ports.disk.remove(part)
    } catch {
      // The drive may be detached for a moment; the lock is checked before every write.
    }
    if (this.#held) this.#next()
  }

  #lose(found: string | null): ProblemError {
    this.#held = false
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const problem = heldBy(found)
    this.lost(problem)
    return problem
  }
}

function parse(text: string) {
  try {
    const checked = v.safeParse(schema, JSON.parse(text))
    return checked.success ? checked.output : null
  } catch {
    return null
  }
}

function heldBy(text: string | null): ProblemError {
  const holder = text === null ? null : parse(text)
  const { otherOn, otherUnknown } = archiveText.lock
  const sentence = holder ? otherOn(holder.host.slice(0, 80), holder.pid) : otherUnknown
  return fail('statements.locked', sentence, { retryable: true })
}
