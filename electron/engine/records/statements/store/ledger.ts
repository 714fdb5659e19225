import path from 'node:path'
import { toProblem } from '#shared/domain/base/problem'
import type { Clock } from '#engine/base/clock'
import type { ListTrouble } from '../facts'
import type { Disk } from '../disk/disk'
import { readSmall, replaceFile } from '../disk/files'
import { onDisk } from '../disk/problem'
import { ledgerName } from '../layout/layout'
import { againstList } from './judge'
import { LedgerLines } from './ledger-lines'
import {
  anyConnection,
  emptyLedger,
  expectedOf,
  isKey,
  isSame,
  ledgerText,
  markOfText,
  parseLedger,
  type Expected,
  type LedgerContent
} from './ledger-text'
import type { ArchivedStatement } from './scan'
import { foreignList, troubleOf, unreadList, type KnownList, type ListCheckpoint } from './list-checkpoint'

interface LedgerPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly root: string
  readonly id: () => string
  readonly checkpoint: ListCheckpoint
  /** Whether this instance writes here at all. */
  readonly writes: () => boolean
  /** Fails once it may no longer write. */
  readonly mayWrite: () => Promise<void>
  readonly warn: (sentence: string) => void
}

/** Statements that come one after the other are written together. */
const writeWithin = 2000
const maxBytes = 256 * 1024 * 1024
const nothingKnown: KnownList = { list: null, next: null, saving: {}, adds: false }

export async function readList(disk: Disk, root: string): Promise<string | null> {
  const file = path.join(root, ledgerName)
  return onDisk(root, async () =>
    (await disk.size(file)) === null ? null : (await readSmall(disk, file, maxBytes)).toString('utf8')
  )
}

/**
 * `SHA256SUMS`: every file of every complete statement, as `sha256sum -c` reads it. It says what the archive should
 * contain, so only saving, restoring and removing a statement change it, never the files that are found.
 */
export class Ledger {
  readonly #lines = new LedgerLines()
  #foreign: readonly string[] = []
  #trouble: ListTrouble | null = null
  #isRead = false
  /** The checkpoint knows nothing of it: an older archive, or one of another computer. */
  #isFirst = true
  /** About to be saved. */
  readonly #expected = new Set<string>()
  #dirty = false
  #cancelWriting: (() => void) | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(private readonly ports: LedgerPorts) {}

  get content(): LedgerContent {
    return { ...this.#lines.content, foreign: this.#foreign }
  }

  get trouble(): ListTrouble | null {
    return this.#trouble ?? (this.#foreign.length > 0 ? foreignList(this.#foreign.length) : null)
  }

  /** It is the list that this computer wrote last. */
  get isConfirmed(): boolean {
    return this.#isRead && !this.#isFirst && this.trouble === null
  }

  expected(key: string): Expected | null {
    return this.#lines.expected(key)
  }

  /** Listed statements that are neither in their folder nor, by their own record, in another. */
  gone(there: readonly ArchivedStatement[]): readonly string[] {
    return this.#lines.gone(there)
  }

  /** Reads the file. */
  read(): Promise<void> {
    return this.#inTurn(() => this.#read())
  }

  async #read(): Promise<void> {
    const { disk, root, id, checkpoint } = this.ports
    let text: string | null
    try {
      text = await readList(disk, root)
    } catch (thrown) {
      this.#isRead = false
      this.#trouble = unreadList(toProblem(thrown).sentence)
      throw thrown
    }
    const known = checkpoint.known(id())
    const content = text === null ? emptyLedger : parseLedger(text)
    const mark = text === null ? null : markOfText(text, content)
    // Another computer that uses the same archive only adds lines.
    const isMore = this.#isRead && this.#trouble === null && this.#lines.isWithin(content)
    this.#trouble = isMore && mark !== null ? null : troubleOf(mark, known)
    this.#isFirst = !known?.list
    this.#isRead = true
    this.#foreign = content.foreign
    this.#lines.replace(content)
    if (mark === null || this.#trouble !== null || this.#isFirst) return
    if (mark.sha256 !== known?.list?.sha256)
      await this.#keep({ ...(known ?? nothingKnown), list: mark, next: null })
  }

  /**
   * After a scan, lists a statement whose saving was killed after its last step, one whose connection was renamed, and
   * once, in an archive older than the list, all statements.
   */
  adopt(statements: readonly ArchivedStatement[]): void {
    if (!this.#isRead) return
    const { saving, adds } = this.#known()
    const isOpen = this.#isFirst || (adds && this.#trouble === null)
    const lost = new Map(this.gone(statements).map((key) => [anyConnection(key), key]))
    for (const statement of statements) {
      const { key, sha256 } = statement
      const own = isKey(key) ? expectedOf(statement) : null
      if (own === null) continue
      const before = this.expected(key) ? undefined : lost.get(anyConnection(key))
      const isRenamed = before !== undefined && isSame(own, this.expected(before)!)
      if (isRenamed) this.#change(before, null)
      const isNew = !this.expected(key) && (isRenamed || isOpen)
      if (isNew || (sha256 !== undefined && saving[key] === sha256)) this.#change(key, own)
    }
    if (this.#isFirst && !this.#dirty && this.#lines.count > 0) this.#dirty = true
    this.#writeSoon()
  }

  /** The statement with its disagreement with the list. */
  judge(statement: ArchivedStatement): ArchivedStatement {
    if (!this.#isRead) return statement
    const isOpen = this.#isFirst || this.#trouble !== null
    return againstList(statement, this.expected(statement.key), isOpen)
  }

  /** Saved or restored: from now on it is reported if it is missing. */
  note(statements: Iterable<ArchivedStatement>): void {
    for (const statement of statements) {
      const own = expectedOf(statement)
      if (own) this.#change(statement.key, own)
      this.#expected.delete(statement.key)
    }
    this.#writeSoon()
  }

  /** Before the last step of saving, so that a kill after it leaves no unlisted statement. */
  async expect(key: string, sha256: string): Promise<void> {
    const known = this.#known()
    this.#expected.add(key)
    // Several new statements are one write.
    if (this.expected(key)) await this.#keep({ ...known, saving: { ...known.saving, [key]: sha256 } })
    else if (!known.adds) await this.#keep({ ...known, adds: true })
  }

  /** A person removed these on purpose; the list records when. */
  async remove(keys: Iterable<string>): Promise<void> {
    const now = new Date(this.ports.clock.wall()).toISOString()
    for (const key of keys) {
      this.#change(key, null)
      this.#lines.noteRemoval(key, now)
    }
    await this.write()
  }

  /** A person accepts the list and the statements that are there. */
  async accept(statements: readonly ArchivedStatement[]): Promise<void> {
    if (!this.#isRead) await this.read()
    this.#trouble = null
    this.#foreign = []
    this.#dirty = true
    for (const statement of statements) {
      const own = this.expected(statement.key) ? null : expectedOf(statement)
      if (own) this.#change(statement.key, own)
    }
    await this.write()
  }

  /** Restores the list that was written last from the second copy; returns whether it was that one. */
  takeBack(text: string): boolean {
    const content = parseLedger(text)
    if (this.#trouble === null || markOfText(text, content).sha256 !== this.#known().list?.sha256)
      return false
    this.#trouble = null
    this.#lines.replace(content)
    this.#dirty = true
    this.#writeSoon()
    return true
  }

  write(): Promise<void> {
    this.#cancelTimer()
    return this.#inTurn(() => this.#write())
  }

  /** A read during a write would bring back the older content. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const now = this.#turn.catch(() => {}).then(work)
    this.#turn = now
    return now
  }

  dispose(): void {
    this.#cancelTimer()
  }

  #cancelTimer(): void {
    this.#cancelWriting?.()
    this.#cancelWriting = null
  }

  #known(): KnownList {
    return this.ports.checkpoint.known(this.ports.id()) ?? nothingKnown
  }

  /** In memory it is kept in any case. */
  async #keep(known: KnownList): Promise<void> {
    await this.ports.checkpoint.keep(this.ports.id(), known).catch(() => {})
  }

  #change(key: string, lines: Expected | null): void {
    if (this.#lines.change(key, lines)) this.#dirty = true
  }

  #writeSoon(): void {
    if (!this.#dirty || !this.ports.writes()) return
    this.#cancelWriting ??= this.ports.clock.later(writeWithin, () => {
      this.#cancelWriting = null
      this.write().catch((thrown: unknown) => this.ports.warn(toProblem(thrown).sentence))
    })
  }

  async #write(): Promise<void> {
    if (!this.#dirty) return
    const { disk, root, mayWrite } = this.ports
    await mayWrite()
    // A list that could not be read is not overwritten.
    if (!this.#isRead) await this.#read()
    this.#dirty = false
    const going = new Map(this.#lines.unwritten)
    const text = ledgerText(this.content)
    const mark = markOfText(text, this.content)
    const isDoubted = this.#trouble !== null
    try {
      // The checkpoint knows the new list before and after the write, so that after a kill either list is ours. A list in
      // doubt stays in doubt: the checkpoint keeps the last good one.
      if (!isDoubted) await this.#keep({ ...this.#known(), next: mark })
      await onDisk(root, () => replaceFile(disk, path.join(root, ledgerName), text))
    } catch (thrown) {
      this.#dirty = true
      throw thrown
    }
    this.#lines.written(going)
    const known = this.#known()
    const saving = Object.fromEntries(Object.entries(known.saving).filter(([key]) => !going.has(key)))
    const adds = this.#expected.size > 0 || this.#lines.unwritten.size > 0
    const rest = { saving, adds }
    await this.#keep(isDoubted ? { ...known, ...rest } : { list: mark, next: null, ...rest })
    if (!isDoubted) this.#isFirst = false
  }
}
