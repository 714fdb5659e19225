import type { Wanted, RequestKind } from '#shared/contract/records/statements/index'
import type { Clock } from '#engine/base/clock'
import type { Owner } from '../layout/layout'
import type { SettingsFile } from '../settings'

export const maxRequests = 10_000
/** Outcomes are saved together; after a kill they can be requested again. */
const writeWithin = 1000

/** Statements that were requested from one connection and are not complete. */
export class RequestList {
  readonly #items: Map<string, Wanted>
  #pending = 0

  constructor(items: readonly Wanted[] = []) {
    this.#items = new Map(items.map((one) => [one.id, one]))
    for (const { pending } of this.#items.values()) if (pending) this.#pending += 1
  }

  get count(): number {
    return this.#items.size
  }

  get pending(): number {
    return this.#pending
  }

  has(id: string): boolean {
    return this.#items.has(id)
  }

  put(one: Wanted): void {
    const before = this.#items.get(one.id)
    this.#pending += Number(one.pending) - Number(before?.pending ?? false)
    this.#items.set(one.id, one)
  }

  remove(id: string): boolean {
    if (this.#items.get(id)?.pending) this.#pending -= 1
    return this.#items.delete(id)
  }

  of(which: RequestKind): readonly Wanted[] {
    const all = [...this.#items.values()]
    return which === 'all' ? all : all.filter(({ pending }) => pending === (which === 'pending'))
  }

  /** Failed ones before those that are only not ready. */
  first(max: number): readonly Wanted[] {
    const failed: Wanted[] = []
    const pending: Wanted[] = []
    for (const one of this.#items.values()) {
      const those = one.pending ? pending : failed
      if (those.length < max) those.push(one)
    }
    return [...failed, ...pending].slice(0, max)
  }
}

/** The same ID in another environment is another statement. */
export const nameOf = ({ environment, profile }: Owner) => `${profile.id} ${environment}`

/** The requested statements in the settings: new ones are saved at once, outcomes within a second. */
export class PendingFetches {
  readonly #lists: Map<string, RequestList>
  #cancelTimer: (() => void) | null = null

  constructor(
    private readonly settings: SettingsFile,
    private readonly clock: Clock
  ) {
    const { wanted } = settings.content
    this.#lists = new Map(Object.entries(wanted).map(([name, list]) => [name, new RequestList(list)]))
  }

  of(owner: Owner): RequestList {
    const name = nameOf(owner)
    const known = this.#lists.get(name)
    if (known) return known
    // Older settings have no environment: the first connection of that name continues with them.
    const list = this.#lists.get(owner.profile.id) ?? new RequestList()
    this.#lists.delete(owner.profile.id)
    this.#lists.set(name, list)
    return list
  }

  /** If this small file cannot be written, the fetch reports the problem of the disk. */
  async write(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const filled = [...this.#lists].filter(([, list]) => list.count > 0)
    const wanted = Object.fromEntries(filled.map(([name, list]) => [name, [...list.of('all')]]))
    await this.settings.change({ wanted }).catch(() => {})
  }

  writeSoon(): void {
    this.#cancelTimer ??= this.clock.later(writeWithin, () => void this.write())
  }
}
