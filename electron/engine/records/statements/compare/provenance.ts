import path from 'node:path'
import * as v from 'valibot'
import { maxDifferences, type Comparison } from '#shared/contract/records/statements/index'
import { archiveText } from '#shared/messages/archive'
import { Emitter } from '#shared/domain/base/emitter'
import type { Clock } from '#engine/base/clock'
import { JsonStore } from '#engine/base/files/index'
import { sidecarName } from '../layout/layout'
import type { Expected } from '../store/ledger-text'
import type { ArchivedStatement, FileFault } from '../store/scan'
import { differsSentence } from './sentences'

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const text = v.pipe(v.string(), v.maxLength(1000))
const comparison = v.object({
  at: v.number(),
  result: v.picklist(['same', 'partly', 'differs', 'gone']),
  sentence: v.optional(text),
  differences: v.optional(
    v.pipe(
      v.array(v.object({ what: text, here: v.nullable(text), service: v.nullable(text) })),
      v.maxLength(maxDifferences)
    )
  )
})
const entry = v.object({
  /** Of the `statement.json` that this computer fetched, or that the service bore out; null where none is. */
  known: v.nullable(digest),
  /** Of the record that is replacing it, so that after a kill it is still known as ours. */
  next: v.optional(digest),
  compared: v.optional(v.object({ ...comparison.entries, of: digest }))
})
type Entry = v.InferOutput<typeof entry>
type Entries = Record<string, Entry>
const schema = v.object({ archives: v.record(v.string(), v.record(v.string(), entry)) })

const maxArchives = 20
const endOf = (archive: string, key: string, sha256: string) =>
  [archive, ...key.split('/').toSpliced(1, 1), sha256].join('\n')

/** The records of one archive that this computer fetched. */
export interface ArchiveProvenance {
  /** Of an archive that is met for the first time, only a list that is known from before is believed. */
  readonly begin: (list: ReadonlyMap<string, Expected> | null) => void
  /** The SHA-256 of the record that this computer fetched, or that the service bore out. */
  readonly known: (key: string) => string | null
  /** Before a record replaces another. */
  readonly expect: (key: string, sha256: string) => Promise<void>
  readonly fetched: (key: string, sha256: string) => void
  /** A person chose this record. */
  readonly release: (key: string, sha256: string | undefined) => void
  readonly compared: (statement: ArchivedStatement, outcome: Comparison) => void
  readonly judge: (statement: ArchivedStatement) => ArchivedStatement
}

export const provenanceFile = (settingsFile: string) =>
  path.join(path.dirname(settingsFile), 'archive-provenance.json')

/**
 * `archive-provenance.json`, beside the settings and outside of every archive: which records this computer fetched itself,
 * and what came of comparing them with the service. Tampering with an archive, its seals and its list does not reach it.
 */
export class Provenance {
  /** Independent of the name of the connection's folder. */
  #ends: ReadonlySet<string> | null = null

  static async open(settingsFile: string, clock: Clock): Promise<Provenance> {
    const file = provenanceFile(settingsFile)
    const title = archiveText.files.provenance
    const initial = { archives: {} }
    const saveState = new Emitter()
    const onSaveStateChange = () => saveState.fire()
    const store = await JsonStore.open({ file, clock, schema, version: 1, title, initial, onSaveStateChange })
    // The ID of an archive comes from its folder, and may be any text.
    Object.setPrototypeOf(store.value.archives, null)
    return new Provenance(store, store.notice, saveState)
  }

  private constructor(
    private readonly store: JsonStore<v.InferOutput<typeof schema>>,
    private readonly noticeAtStart: string | null,
    private readonly saveState: Emitter
  ) {}

  /** Why changes are lost on exit, or null. */
  get notSaved(): string | null {
    return this.store.notSaved
  }

  /** Of a file that was damaged, and replaced. */
  get notice(): string | null {
    return this.store.isWritable ? this.noticeAtStart : null
  }

  get onSaveStateChange(): Emitter['on'] {
    return this.saveState.on
  }

  of(id: () => string): ArchiveProvenance {
    return {
      begin: (list) => this.#begin(id(), list),
      known: (key) => this.#known(id(), key),
      expect: async (key, sha256) => {
        const own = this.#entry(id(), key)
        if (!own || own.known === null) return
        this.#set(id(), key, { ...own, next: sha256 })
        await this.store.update({})
      },
      fetched: (key, sha256) => this.#set(id(), key, { known: sha256 }),
      release: (key, sha256) => {
        const known = this.#known(id(), key)
        if (known !== null && known !== sha256) this.#set(id(), key, { known: null })
      },
      compared: (statement, outcome) => this.#compared(id(), statement, outcome),
      judge: (statement) => this.#judge(id(), statement)
    }
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  #begin(id: string, list: ReadonlyMap<string, Expected> | null): void {
    const { archives } = this.store.value
    if (archives[id]) return
    const entries: Entries = {}
    for (const [key, expected] of list ?? []) entries[key] = { known: expected.get(sidecarName) ?? null }
    archives[id] = entries
    this.#ends = null
    for (const oldest of Object.keys(archives).slice(0, -maxArchives))
      Reflect.deleteProperty(archives, oldest)
    this.store.updateSoon({})
  }

  #entry(id: string, key: string): Entry | undefined {
    return this.store.value.archives[id]?.[key]
  }

  #known(id: string, key: string): string | null {
    return this.#entry(id, key)?.known ?? null
  }

  #compared(id: string, { key, sha256 }: ArchivedStatement, outcome: Comparison): void {
    if (sha256 === undefined) return
    const isBorneOut = outcome.result === 'same'
    const { differences, ...rest } = outcome
    this.#set(id, key, {
      known: isBorneOut ? sha256 : this.#known(id, key),
      compared: { ...rest, ...(differences && { differences: [...differences] }), of: sha256 }
    })
  }

  #judge(id: string, statement: ArchivedStatement): ArchivedStatement {
    const { key, sha256, faults, belongs } = statement
    if (sha256 === undefined || belongs !== undefined) return statement
    const own = this.#entry(id, key)
    const isOfThese = own?.compared?.of === sha256
    const { of: _of, ...comparison } = own?.compared ?? {}
    const judged: ArchivedStatement = isOfThese
      ? { ...statement, comparison: comparison as Comparison }
      : statement
    if (faults.some(({ name }) => name === sidecarName)) return judged
    const disagreement =
      own?.known && own.known !== sha256 && own.next !== sha256
        ? archiveText.compare.notFetched(own.known, sha256)
        : isOfThese && own.compared?.result === 'differs'
          ? differsSentence(own.compared)
          : null
    if (disagreement !== null) {
      const altered: FileFault = { name: sidecarName, state: 'altered' }
      return { ...judged, faults: [...faults, altered], disagreement }
    }
    const isKnown = own?.known === sha256 || own?.next === sha256 || this.#isKnownElsewhere(id, key, sha256)
    return isKnown ? judged : { ...judged, uncompared: true }
  }

  /** The folder of its connection was renamed. */
  #isKnownElsewhere(id: string, key: string, sha256: string): boolean {
    this.#ends ??= new Set(
      Object.entries(this.store.value.archives).flatMap(([archive, entries]) =>
        Object.entries(entries).flatMap(([other, { known }]) =>
          known === null ? [] : [endOf(archive, other, known)]
        )
      )
    )
    return this.#ends.has(endOf(id, key, sha256))
  }

  #set(id: string, key: string, value: Entry): void {
    this.#begin(id, null)
    this.store.value.archives[id]![key] = value
    this.#ends = null
    this.store.updateSoon({})
  }
}
