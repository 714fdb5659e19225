import {
  maxItemsReported,
  type FetchItem,
  type FetchRun,
  type FetchState
} from '#shared/contract/records/statements/index'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import type { Statement } from '#shared/wire/statement-decoder'
import { archiveText } from '#shared/messages/archive'
import { isWhole, lackSentence, statusKindOf } from '../layout/finished'
import { monthOf } from '../layout/layout'
import type { ArchivedStatement } from '../store/scan'
import { notReadyCode, type SaveRequest } from '../store/save'

interface RunPorts {
  /** The previous run, if it has not ended yet: two would remove each other's parts. */
  readonly after: Promise<unknown> | null
  readonly startedAt: number
  /** The finished statement if it is already there, or null. */
  readonly present: (id: string) => ArchivedStatement | null
  readonly save: (
    id: string,
    more: Pick<SaveRequest, 'signal' | 'onRecord' | 'onFile'>
  ) => Promise<ArchivedStatement>
  readonly changed: () => void
  /** One item ended. */
  readonly ended: (item: FetchItem) => void
  /** All items have ended. */
  readonly settled?: () => void
}

const atOnce = 3
const order: readonly FetchState[] = [
  'loading',
  'asking',
  'failed',
  'stopped',
  'pending',
  'saved',
  'present',
  'waiting'
]
const again: ReadonlySet<FetchState> = new Set(['failed', 'stopped', 'pending'])
/** Problems of the connection or the disk, which concern every statement and end the run. */
const forAll =
  /^(statements\.(disk-full|read-only|gone|other|locked|disk-fault)|rest\.(unauthorised|scope)|statements\.no-link|token\..*)$/

/** So many refusals in a row concern every statement. */
const maxForbidden = 20

interface Item {
  id: string
  state: FetchState
  sentence: string | null
  asset: string | null
  month: string | null
  key: string | null
  files: { format: string; bytes: number; of: number | null }[]
}

/** Fetches statements, a few at once; IDs can be added while it runs. */
export class FetchingRun {
  readonly #items = new Map<string, Item>()
  /** In order; items that no longer wait are skipped. */
  #queue: Item[] = []
  #met = 0
  readonly #counts: Record<FetchState, number> = {
    waiting: 0,
    asking: 0,
    loading: 0,
    saved: 0,
    present: 0,
    pending: 0,
    failed: 0,
    stopped: 0
  }
  readonly #stop = new AbortController()
  #active = 0
  #fatal: Problem | null = null
  #forbidden = 0
  #idle: (() => void)[] = []

  constructor(private readonly ports: RunPorts) {}

  get running(): boolean {
    return this.#active > 0
  }

  /** It starts no more items. */
  get ending(): boolean {
    return this.#stop.signal.aborted || this.#fatal !== null
  }

  add(ids: readonly string[]): void {
    for (const id of ids) {
      const known = this.#items.get(id)
      if (known && !again.has(known.state)) continue
      if (known) this.#counts[known.state] -= 1
      const none = { sentence: null, asset: null, month: null, key: null, files: [] }
      const item: Item = { id, state: 'waiting', ...none }
      this.#counts.waiting += 1
      this.#items.set(id, item)
      this.#queue.push(item)
    }
    while (this.#active < atOnce && this.#next()) this.#lane()
    this.ports.changed()
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'))
  }

  /** Resolves when all items have ended. */
  idle(): Promise<void> {
    return this.running ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve()
  }

  state(): FetchRun {
    const buckets = new Map<FetchState, Item[]>(order.map((state) => [state, []]))
    for (const item of this.#items.values()) {
      const bucket = buckets.get(item.state)!
      if (bucket.length < maxItemsReported) bucket.push(item)
    }
    const items = [...buckets.values()]
      .flat()
      .slice(0, maxItemsReported)
      .map((item): FetchItem => ({ ...item, files: item.files.map((file) => ({ ...file })) }))
    return { running: this.running, startedAt: this.ports.startedAt, counts: { ...this.#counts }, items }
  }

  #set(item: Item, state: FetchState): void {
    this.#counts[item.state] -= 1
    this.#counts[state] += 1
    item.state = state
  }

  #next(): Item | null {
    while (this.#met < this.#queue.length && this.#queue[this.#met]!.state !== 'waiting') this.#met += 1
    const next = this.#queue[this.#met] ?? null
    if (next === null) {
      this.#queue = []
      this.#met = 0
    }
    return next
  }

  #lane(): void {
    this.#active += 1
    void this.#work().finally(() => {
      this.#active -= 1
      if (this.running) return
      this.ports.settled?.()
      for (const resolve of this.#idle.splice(0)) resolve()
      this.ports.changed()
    })
  }

  async #work(): Promise<void> {
    if (this.ports.after) await this.ports.after
    for (let item = this.#next(); item; item = this.#next()) {
      await this.#one(item)
      this.ports.ended({ ...item })
      this.ports.changed()
    }
  }

  async #one(item: Item): Promise<void> {
    const { signal } = this.#stop
    this.#set(item, 'asking')
    try {
      signal.throwIfAborted()
      if (this.#fatal) return this.#halt(item, this.#fatal.sentence)
      const there = this.ports.present(item.id)
      const found = there ?? (await this.ports.save(item.id, this.#callbacks(item, signal)))
      this.#forbidden = 0
      const whole = isWhole(found.sidecar)
      const lacks = statusKindOf(found.sidecar.record) === 'preparing' ? 'pending' : 'failed'
      this.#set(item, there ? 'present' : whole ? 'saved' : lacks)
      if (!whole) item.sentence = lackSentence(found.sidecar)
      item.key = found.key
      item.asset ??= textOf(found.sidecar.record['asset_type'])
      item.month ??= found.key.split('/').at(-2) ?? null
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (signal.aborted) return this.#halt(item, archiveText.fetch.stopped)
      this.#forbidden = problem.code === 'rest.forbidden' ? this.#forbidden + 1 : 0
      if (forAll.test(problem.code) || this.#forbidden >= maxForbidden) this.#fatal = problem
      this.#set(item, problem.code === notReadyCode ? 'pending' : 'failed')
      item.sentence = problem.sentence
    }
  }

  #halt(item: Item, sentence: string): void {
    this.#set(item, 'stopped')
    item.sentence = sentence
  }

  #callbacks(item: Item, signal: AbortSignal): Pick<SaveRequest, 'signal' | 'onRecord' | 'onFile'> {
    return {
      signal,
      onRecord: (statement: Statement) => {
        this.#set(item, 'loading')
        item.asset = statement.assetType?.slice(0, 100) ?? null
        item.month = monthOf(statement.periodStart)
        item.files = statement.files.map(({ format }) => ({
          format: format.slice(0, 100),
          bytes: 0,
          of: null
        }))
        this.ports.changed()
      },
      onFile: (index, bytes, of) => {
        const file = item.files[index]
        if (!file) return
        file.bytes = bytes
        file.of = of
        this.ports.changed()
      }
    }
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null)
