import * as v from 'valibot'
import { maxSymbolLength, maxWatched } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { mayWrite, readJsonOrSetAside, type Reading, WholeFile, type WholeFilePorts } from '../base/files'

const maxSeen = 1000
const symbols = v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength)))
const listSchema = v.looseObject({ watched: symbols, seen: v.optional(symbols, []) })
type List = v.InferOutput<typeof listSchema>

const fileSchema = v.looseObject({ version: v.literal(1), profiles: v.record(v.string(), listSchema) })

export async function openWatchLists(ports: WholeFilePorts): Promise<WatchLists> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'watch list',
    newest: 1,
    mend: readable
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const { profiles, ...others } = isRead ? reading.value : understood(reading)
  const notice = 'notice' in reading ? reading.notice : null
  return new WatchLists(ports, profiles, isRead ? others : {}, notice, mayWrite(reading))
}

/** What each connection's person wants to watch, in a readable file of the data folder. */
export class WatchLists {
  #lists: Map<string, List>
  readonly #file: WholeFile

  constructor(
    private readonly ports: WholeFilePorts,
    profiles: Readonly<Record<string, List>>,
    others: Readonly<Record<string, unknown>>,
    /** What a person should hear about how the file was found. */
    readonly notice: string | null,
    writable: boolean
  ) {
    this.#lists = new Map(Object.entries(profiles))
    const content = () => ({ ...others, version: 1, profiles: Object.fromEntries(this.#lists) })
    this.#file = new WholeFile(ports, { title: 'watch list', content, notice, writable })
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#file.notKept
  }

  /** In the order in which a person put them. */
  watched(profileId: string): readonly string[] {
    return this.#lists.get(profileId)?.watched ?? []
  }

  /** Markets that the service was found to have, the newest finding first. */
  seen(profileId: string): readonly string[] {
    return this.#lists.get(profileId)?.seen ?? []
  }

  has(profileId: string): boolean {
    return this.#lists.has(profileId)
  }

  /** For a connection that never had a list. */
  begin(profileId: string, markets: readonly string[]): Promise<void> {
    if (this.has(profileId)) return Promise.resolve()
    return this.#set(profileId, { watched: [...new Set(markets)], seen: [] })
  }

  watch(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (list.watched.includes(market)) return Promise.resolve()
    if (list.watched.length >= maxWatched)
      throw fail('market.too-many', `A watch list holds at most ${maxWatched} markets.`)
    return this.#set(profileId, { ...list, watched: [...list.watched, market] })
  }

  unwatch(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (!list.watched.includes(market)) return Promise.resolve()
    return this.#set(profileId, { ...list, watched: list.watched.filter((each) => each !== market) })
  }

  /** Two windows may know different lists: an order neither adds nor loses a market. */
  arrange(profileId: string, markets: readonly string[]): Promise<void> {
    const list = this.#list(profileId)
    const named = [...new Set(markets)].filter((market) => list.watched.includes(market))
    const watched = [...named, ...list.watched.filter((market) => !named.includes(market))]
    const same = watched.every((market, place) => market === list.watched[place])
    return same ? Promise.resolve() : this.#set(profileId, { ...list, watched })
  }

  noteSeen(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (list.seen.includes(market)) return Promise.resolve()
    return this.#set(profileId, { ...list, seen: [market, ...list.seen].slice(0, maxSeen) })
  }

  /** The connection was deleted. */
  forget(profileId: string): Promise<void> {
    return this.#lists.delete(profileId) ? this.#changed() : Promise.resolve()
  }

  clear(): Promise<void> {
    this.#lists = new Map()
    return this.#changed()
  }

  #list(profileId: string): List {
    return this.#lists.get(profileId) ?? { watched: [], seen: [] }
  }

  #set(profileId: string, list: List): Promise<void> {
    this.#lists.set(profileId, list)
    return this.#changed()
  }

  /** In force at once; when it resolves, it is in the file too, or `notKept` says why it is not. */
  #changed(): Promise<void> {
    this.ports.changed()
    return this.#file.write()
  }

  /** What could not be written is tried once more. */
  dispose(): Promise<void> {
    return this.#file.dispose()
  }
}

/** Connection by connection, and symbol by symbol: what cannot be read must not take the rest along. */
function readable(damaged: Record<string, unknown>) {
  const { profiles, ...rest } = damaged
  const lists = v.is(v.record(v.string(), v.unknown()), profiles) ? Object.entries(profiles) : []
  const mended = lists.map(([id, list]) => [id, mendedList(list)] as const)
  const bad = lists.filter(([, list]) => !v.is(listSchema, list)).length
  return {
    content: { ...rest, version: 1, profiles: Object.fromEntries(mended) },
    lost: bad > 0 ? `${bad} of ${lists.length} lists could not all be read` : 'no list could be read'
  }
}

function mendedList(list: unknown): List {
  if (v.is(listSchema, list)) return v.parse(listSchema, list)
  const parts: Record<string, unknown> = v.is(v.looseObject({}), list) ? list : {}
  return { ...parts, watched: symbolsIn(parts['watched']), seen: symbolsIn(parts['seen']) }
}

const symbolsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => v.is(symbols, [each])) : []

/** The lists of a newer file, as far as they mean something here. */
function understood(reading: Reading<unknown>): { profiles: Record<string, List> } {
  if (reading.state !== 'newer') return { profiles: {} }
  try {
    const { content } = readable(reading.content)
    return { profiles: v.parse(fileSchema, content).profiles }
  } catch {
    return { profiles: {} }
  }
}
