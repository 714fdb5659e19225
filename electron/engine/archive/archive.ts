import { randomUUID } from 'node:crypto'
import { mostItemsTold, type ArchiveState, type FetchAnswer } from '../../shared/contract/archive'
import { fail, toProblem, type Problem } from '../../shared/domain/problem'
import type { Rest } from '../rest'
import { SecondCopy } from './care/second'
import { Mover } from './care/mover'
import { Verifier } from './care/verifier'
import { usualMostBytes, type DownloadPorts } from './download/types'
import { idsIn } from './ids'
import type { Owner } from './layout/place'
import type { Exported } from './reading/export'
import { Exporter, type ExportPeriod } from './reading/exporter'
import { ArchiveView } from './reading/view'
import { SettingsFile } from './settings'
import type { LockPorts } from './store/lock'
import { ArchiveStore } from './store/store'
import { Taking } from './taking/taking'

/** The connection in use, or why there is none to fetch through. */
export type Source =
  { readonly owner: Owner; readonly rest: Pick<Rest, 'statements'> } | { readonly problem: Problem }

export interface ArchivePorts extends DownloadPorts {
  /** `archive.json` */
  readonly file: string
  /** Where the archive lies until the person moves it. */
  readonly usualRoot: string
  readonly lock: Omit<LockPorts, 'disk' | 'clock'>
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
    const mostBytes = ports.mostBytes ?? usualMostBytes
    this.view = new ArchiveView({ disk, store, settings, version: () => this.#version, mostBytes })
    this.#exporter = new Exporter({ disk, clock, store, view: this.view, changed })
    this.#verifier = new Verifier({
      disk,
      clock,
      store,
      settings,
      told: changed,
      changed: () => this.#changed(true)
    })
    this.#copy = new SecondCopy(
      { disk, clock, store, changed },
      settings.content.copy,
      () => settings.content.id ?? ''
    )
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
    await this.#mover.resume((sentence) => this.#note(sentence))
    await this.#openStore()
    this.#copy.follow()
    this.#verifier.start()
    this.#changed(true)
  }

  state(): ArchiveState {
    const { statements } = this.#store.index
    const files = statements.flatMap(({ sidecar }) => sidecar.files)
    const source = this.ports.source()
    return {
      folder: this.#store.root,
      version: this.#version,
      statements: statements.length,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      fault: this.#store.fault?.sentence ?? null,
      readOnly: this.#store.readOnly?.sentence ?? null,
      notice: this.#notice,
      profileId: 'owner' in source ? source.owner.profile.id : null,
      cannotFetch: 'problem' in source ? source.problem.sentence : null,
      run: this.#taking.run,
      wanted: this.#taking.wanted.slice(0, mostItemsTold),
      wantedCount: this.#taking.wanted.length,
      verification: this.settings.content.verification,
      verifying: this.#verifier.progress,
      copy: this.#copy.state,
      moving: this.#mover.progress,
      exporting: this.#exporter.progress
    }
  }

  /** The connection is another one. */
  sourceChanged(): void {
    this.#taking.sourceChanged()
    this.#changed()
  }

  fetch(text: string): FetchAnswer {
    const ids = idsIn(text)
    if (ids.length === 0) {
      throw fail(
        'archive.no-ids',
        'There is no statement id in this text. An id looks like 3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23.'
      )
    }
    this.#mover.refuseNow()
    this.#taking.take(ids)
    return { count: ids.length, state: this.state() }
  }

  fetchWanted(): FetchAnswer {
    this.#mover.refuseNow()
    const count = this.#taking.takeWanted()
    return { count, state: this.state() }
  }

  async stopFetch(): Promise<void> {
    await this.#taking.stop()
  }

  forgetWanted(ids: readonly string[]): void {
    this.#taking.forget(ids)
  }

  /** When no fetch is under way. */
  fetched(): Promise<void> {
    return this.#taking.idle()
  }

  verify(): Promise<void> {
    this.#mover.refuseNow()
    return this.#verifier.run()
  }

  stopVerify(): Promise<void> {
    return this.#verifier.stop()
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
    this.#mover.refuseNow()
    return this.#exporter.export(target, period)
  }

  stopExport(): Promise<void> {
    return this.#exporter.stop()
  }

  async chooseCopy(chosen: string): Promise<void> {
    this.#mover.refuseNow()
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
    if (this.#taking.running || this.#exporter.progress) {
      throw fail(
        'archive.at-work',
        'The archive is being written or exported now. Move it when that has ended.'
      )
    }
    this.#mover.refuseNow()
    await this.#store.mayWrite()
    await this.#verifier.stop()
    await this.#copy.pause()
    const old = this.#store
    try {
      await this.#mover.move(chosen, async (root) => {
        await old.close()
        this.#store = this.#storeAt(root, this.settings.content.id)
        await this.#openStore()
      })
    } finally {
      this.#copy.follow()
      this.#changed(true)
    }
  }

  async stopMove(): Promise<void> {
    await this.#mover.stop()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forgetTell?.()
    await this.#exporter.stop()
    await this.#taking.close()
    await this.#verifier.close()
    await this.#copy.close()
    await this.#mover.stop()
    await this.#store.close()
    await this.settings.idle()
  }

  #storeAt(root: string, id: string | null): ArchiveStore {
    const { changed: _changed, ...ports } = this.ports
    const place = { root, id: id ?? randomUUID(), expected: id !== null }
    return new ArchiveStore({ ...ports, changed: () => this.#changed(true) }, place)
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
