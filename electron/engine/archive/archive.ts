import { randomUUID } from 'node:crypto'
import type { ArchiveState, FetchAnswer } from '../../shared/contract/archive'
import { fail, toProblem, type Problem } from '../../shared/domain/problem'
import type { Rest } from '../rest'
import { keysToRestore, restoreFrom } from './care/restore'
import { SecondCopy } from './care/second'
import { Mover } from './care/mover'
import { Verifier } from './care/verifier'
import type { DownloadPorts } from './download/types'
import type { Owner } from './layout/place'
import type { Exported } from './reading/export'
import { Exporter, type ExportPeriod } from './reading/exporter'
import { ArchiveView, usualMostShownBytes } from './reading/view'
import { Opening } from './opening'
import { SettingsFile } from './settings'
import { stateOf } from './state'
import type { LockPorts } from './store/lock'
import { findArchive } from './store/mark'
import { ArchiveStore } from './store/store'
import { pastedIds } from './taking/pasted'
import { Taking } from './taking/taking'

/** The connection in use, or why there is none to fetch through. */
export type Source =
  { readonly owner: Owner; readonly rest: Pick<Rest, 'statements'> } | { readonly problem: Problem }

export interface ArchivePorts extends DownloadPorts {
  /** `archive.json` */
  readonly file: string
  /** Where the archive lies until the person moves it. */
  readonly usualRoot: string
  /** Of a document that is shown. */
  readonly mostShownBytes?: number
  readonly lock: Omit<LockPorts, 'disk' | 'clock' | 'machine'>
  readonly source: () => Source
  /** The state is another one; told in bursts at most some times a second. */
  readonly changed: (state: ArchiveState) => void
  readonly warn: (what: string, problem: unknown) => void
}

const tellWithin = 100

/** The statement archive: one folder, what fetches into it, and what looks after it. */
export class Archive {
  #store: ArchiveStore
  #version = 0
  #notice: string | null
  #forgetTell: (() => void) | null = null
  #closed = false
  readonly #stop = new AbortController()
  readonly #opening = new Opening()
  readonly #verifier: Verifier
  readonly #copy: SecondCopy
  readonly #mover: Mover
  readonly #taking: Taking
  readonly #exporter: Exporter
  /** All that can be read, with a connection and without. */
  readonly view: ArchiveView

  static async open(ports: ArchivePorts): Promise<Archive> {
    return new Archive(ports, await SettingsFile.open(ports.file))
  }

  private constructor(
    private readonly ports: ArchivePorts,
    private readonly settings: SettingsFile
  ) {
    this.#notice = settings.notice
    this.#store = this.#storeAt(settings.content.root ?? ports.usualRoot, settings.content.id)
    const { disk, clock } = ports
    const changed = () => this.#changed()
    const store = () => this.#store
    const mostShownBytes = ports.mostShownBytes ?? usualMostShownBytes
    this.view = new ArchiveView({ disk, store, settings, version: () => this.#version, mostShownBytes })
    this.#exporter = new Exporter({ disk, clock, store, view: this.view, changed })
    this.#copy = new SecondCopy(
      { disk, clock, store, changed },
      settings.content.copy,
      () => settings.content.id ?? ''
    )
    this.#verifier = new Verifier({
      disk,
      clock,
      store,
      settings,
      copy: this.#copy,
      told: changed,
      changed: () => this.#changed(true)
    })
    this.#mover = new Mover({ disk, settings, store, changed })
    this.#taking = new Taking({
      clock,
      store,
      settings,
      source: ports.source,
      view: this.view,
      changed,
      saved: () => this.#copy.follow()
    })
  }

  /** Opens the folder, finishes what a kill left, and begins to look after itself. */
  async start(): Promise<void> {
    await this.#opening.during(async () => {
      await this.#mover.resume((sentence) => this.#note(sentence))
      await this.#openStore()
    })
    this.#copy.follow()
    this.#verifier.start()
    this.#changed(true)
  }

  /** When it is open, or it is known why not: what was asked for meanwhile waits for that. */
  opened(): Promise<void> {
    return this.#opening.ended
  }

  state(): ArchiveState {
    return stateOf({
      opening: this.#opening.now,
      store: this.#store,
      settings: this.settings,
      source: this.ports.source(),
      taking: this.#taking,
      version: this.#version,
      notice: this.#notice,
      verifying: this.#verifier.progress,
      copy: this.#copy.state,
      moving: this.#mover.progress,
      exporting: this.#exporter.progress
    })
  }

  /** The connection is another one. */
  sourceChanged(): void {
    this.#taking.sourceChanged()
    this.#changed()
  }

  fetch(text: string): FetchAnswer {
    const ids = pastedIds(text)
    this.#refuseNow()
    this.#taking.take(ids)
    return { count: ids.length, state: this.state() }
  }

  fetchWanted(): FetchAnswer {
    this.#refuseNow()
    return { ...this.#taking.takeWanted(), state: this.state() }
  }

  stopFetch(): Promise<void> {
    return this.#taking.stop()
  }

  forgetWanted(ids: readonly string[]): void {
    this.#taking.forget(ids)
  }

  /** When no fetch is under way. */
  fetched(): Promise<void> {
    return this.#taking.idle()
  }

  verify(): Promise<void> {
    this.#refuseNow()
    return this.#verifier.run()
  }

  stopVerify(): Promise<void> {
    return this.#verifier.stop()
  }

  /** What was removed on purpose is not missed any more. */
  async forgetGone(): Promise<void> {
    this.#refuseNow()
    await this.#store.forgetGone()
    this.#changed(true)
  }

  /** What is not as it should be comes from the second copy, as far as that has it. */
  async restore(): Promise<{ readonly restored: number; readonly of: number }> {
    this.#refuseNow()
    const { folder } = this.#copy
    if (folder === null) throw fail('archive.no-copy', 'There is no second copy to restore from.')
    await this.#copy.pause()
    try {
      const { disk } = this.ports
      const keys = keysToRestore(this.view.all(), this.#store.index)
      const ports = {
        disk,
        store: this.#store,
        id: this.settings.content.id ?? '',
        signal: this.#stop.signal
      }
      const restored = await restoreFrom(ports, folder, keys)
      await this.rebuild()
      if (restored > 0) await this.#verifier.run()
      return { restored, of: keys.size }
    } finally {
      this.#copy.follow()
      this.#changed(true)
    }
  }

  async rebuild(): Promise<void> {
    await this.#openStore()
    this.#changed(true)
  }

  dismiss(): void {
    this.#notice = null
    this.#changed()
  }

  async export(target: string, period: ExportPeriod): Promise<Exported> {
    this.#refuseNow()
    return this.#exporter.export(target, period)
  }

  stopExport(): Promise<void> {
    return this.#exporter.stop()
  }

  async chooseCopy(chosen: string): Promise<void> {
    this.#refuseNow()
    this.settings.refuseUnwritable()
    await this.#store.mayWrite()
    const folder = await this.#copy.choose(chosen)
    await this.settings.change({ copy: folder })
    this.#copy.follow()
  }

  async syncCopy(): Promise<void> {
    this.#copy.follow()
    await this.#copy.idle()
  }

  async dropCopy(): Promise<void> {
    await this.#copy.drop()
    await this.settings.change({ copy: null })
  }

  /** Into a folder that a person chose: copied, read back, switched, and only then removed from the old place. */
  async move(chosen: string): Promise<void> {
    this.#refuseAtWork()
    const old = this.#store
    const prepare = async () => {
      await old.mayWrite()
      await this.#copy.pause()
      await this.#verifier.stop()
      await old.written()
    }
    try {
      await this.#mover.move(chosen, prepare, async (root) => {
        await old.close()
        this.#store = this.#storeAt(root, this.settings.content.id)
        await this.#opening.during(() => this.#openStore())
      })
    } finally {
      this.#copy.follow()
      this.#changed(true)
    }
  }

  /** An archive that lies elsewhere, of another computer or brought back: nothing of either is moved or changed. */
  async useOther(chosen: string): Promise<void> {
    this.#refuseAtWork()
    this.settings.refuseUnwritable()
    const { root, id } = await findArchive(this.ports.disk, chosen, randomUUID)
    await this.#copy.pause()
    await this.#verifier.stop()
    const isCopy = root === this.#copy.folder
    if (isCopy) await this.#copy.drop()
    await this.settings.change({ root, id, verification: null, ...(isCopy && { copy: null }) })
    await this.#store.close()
    this.#store = this.#storeAt(root, id)
    await this.#opening.during(() => this.#openStore())
    this.#copy.follow()
    this.#changed(true)
  }

  stopMove(): Promise<void> {
    return this.#mover.stop()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stop.abort(new DOMException('Stopped', 'AbortError'))
    this.#forgetTell?.()
    await this.#exporter.stop()
    await this.#taking.close()
    // First the copy: a verification waits for it.
    await this.#copy.close()
    await this.#verifier.close()
    await this.#mover.stop()
    await this.#store.close()
    await this.settings.idle()
  }

  /** While it opens nothing is known of it: not even whether another one writes to it. */
  #refuseNow(): void {
    this.#opening.refuseNow()
    this.#mover.refuseNow()
  }

  #refuseAtWork(): void {
    this.#refuseNow()
    if (!this.#taking.running && !this.#exporter.progress) return
    throw fail(
      'archive.at-work',
      'The archive is being written or exported now. Change its place when that has ended.'
    )
  }

  #storeAt(root: string, id: string | null): ArchiveStore {
    const { changed: _changed, ...ports } = this.ports
    const place = { root, id: id ?? randomUUID(), expected: id !== null }
    const lock = { ...ports.lock, machine: this.settings.content.machine }
    return new ArchiveStore({ ...ports, lock, changed: () => this.#changed(true) }, place)
  }

  async #openStore(): Promise<void> {
    const id = await this.#store.open()
    if (id !== null && id !== this.settings.content.id) await this.#keep({ id })
  }

  async #keep(change: Parameters<SettingsFile['change']>[0]): Promise<void> {
    await this.settings.change(change).catch((problem: unknown) => {
      this.ports.warn('The archive settings were not written', problem)
      this.#note('Where the archive lies could not be written down. Is there room on the disk?')
    })
  }

  #note(sentence: string): void {
    this.#notice = this.#notice === null ? sentence : `${this.#notice} ${sentence}`
    this.#changed()
  }

  #changed(rowsToo = false): void {
    if (rowsToo) this.#version += 1
    if (this.#closed) return
    this.#forgetTell ??= this.ports.clock.later(tellWithin, () => {
      this.#forgetTell = null
      try {
        this.ports.changed(this.state())
      } catch (thrown) {
        this.ports.warn('The archive was not told of', toProblem(thrown))
      }
    })
  }
}
