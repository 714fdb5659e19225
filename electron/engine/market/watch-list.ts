import * as v from 'valibot'
import {
  maxSymbolLength,
  maxWatched,
  sizePresetsSchema,
  type SizePreset,
  type SizePresets
} from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { JsonStore, type JsonStorePorts } from '../base/files'
import { marketText } from '#shared/messages/market'

const maxSeen = 1000
const maxPresetMarkets = 1000
const symbols = v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength)))
const presetsSchema = v.record(v.string(), sizePresetsSchema)
const listSchema = v.looseObject({
  watched: symbols,
  seen: v.optional(symbols, []),
  sizePresets: v.exactOptional(presetsSchema)
})
type List = v.InferOutput<typeof listSchema>

const schema = v.looseObject({ profiles: v.record(v.string(), listSchema) })
type Content = v.InferOutput<typeof schema>

interface WatchListPorts extends JsonStorePorts {
  /** Called with every change before it is saved. */
  readonly changed: () => void
}

export async function openWatchLists({ changed, ...ports }: WatchListPorts): Promise<WatchLists> {
  const store = await JsonStore.open<Content>({
    ...ports,
    schema,
    version: 1,
    title: 'watchlists',
    initial: { profiles: {} },
    salvage
  })
  return new WatchLists(store, changed)
}

/** `markets.json`: the watchlist of each connection, the markets that its service has, and the sizes to choose from. */
export class WatchLists {
  constructor(
    private readonly store: JsonStore<Content>,
    private readonly changed: () => void
  ) {}

  get notice(): string | null {
    return this.store.notice
  }

  /** In the user's order. */
  watched(profileId: string): readonly string[] {
    return this.store.value.profiles[profileId]?.watched ?? []
  }

  /** Newest first. */
  seen(profileId: string): readonly string[] {
    return this.store.value.profiles[profileId]?.seen ?? []
  }

  sizePresets(profileId: string): SizePresets {
    return this.store.value.profiles[profileId]?.sizePresets ?? {}
  }

  has(profileId: string): boolean {
    return this.store.value.profiles[profileId] !== undefined
  }

  begin(profileId: string, markets: readonly string[]): Promise<void> {
    if (this.has(profileId)) return Promise.resolve()
    return this.#set(profileId, { watched: [...new Set(markets)], seen: [] })
  }

  watch(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (list.watched.includes(market)) return Promise.resolve()
    if (list.watched.length >= maxWatched)
      throw fail('market.too-many', marketText.watchlist.full(maxWatched))
    return this.#set(profileId, { ...list, watched: [...list.watched, market] })
  }

  unwatch(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (!list.watched.includes(market)) return Promise.resolve()
    return this.#set(profileId, { ...list, watched: list.watched.filter((each) => each !== market) })
  }

  /** Windows may have different lists, so reordering neither adds nor removes a market. */
  arrange(profileId: string, markets: readonly string[]): Promise<void> {
    const list = this.#list(profileId)
    const named = [...new Set(markets)].filter((market) => list.watched.includes(market))
    const watched = [...named, ...list.watched.filter((market) => !named.includes(market))]
    const same = watched.every((market, index) => market === list.watched[index])
    return same ? Promise.resolve() : this.#set(profileId, { ...list, watched })
  }

  noteSeen(profileId: string, market: string): Promise<void> {
    const list = this.#list(profileId)
    if (list.seen.includes(market)) return Promise.resolve()
    return this.#set(profileId, { ...list, seen: [market, ...list.seen].slice(0, maxSeen) })
  }

  setSizePresets(profileId: string, market: string, presets: readonly SizePreset[]): Promise<void> {
    const list = this.#list(profileId)
    const others = Object.entries(list.sizePresets ?? {}).filter(([name]) => name !== market)
    const all = [...others, [market, presets] as const].slice(-maxPresetMarkets)
    return this.#set(profileId, { ...list, sizePresets: Object.fromEntries(all) })
  }

  removeProfile(profileId: string): Promise<void> {
    const { [profileId]: gone, ...profiles } = this.store.value.profiles
    return gone ? this.#save(profiles) : Promise.resolve()
  }

  clear(): Promise<void> {
    return this.#save({})
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  #list(profileId: string): List {
    return this.store.value.profiles[profileId] ?? { watched: [], seen: [] }
  }

  #set(profileId: string, list: List): Promise<void> {
    return this.#save({ ...this.store.value.profiles, [profileId]: list })
  }

  #save(profiles: Content['profiles']): Promise<void> {
    const saving = this.store.update({ profiles })
    this.changed()
    return saving
  }
}

/** An unreadable list or symbol must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const { profiles, ...rest } = damaged
  const lists = v.is(v.record(v.string(), v.unknown()), profiles) ? Object.entries(profiles) : []
  const salvaged = lists.map(([id, list]) => [id, salvagedList(list)] as const)
  const bad = lists.filter(([, list]) => !v.is(listSchema, list)).length
  return {
    content: { ...rest, profiles: Object.fromEntries(salvaged) },
    lost: bad > 0 ? marketText.watchlist.listsLost(bad, lists.length) : marketText.watchlist.allLost
  }
}

function salvagedList(list: unknown): List {
  if (v.is(listSchema, list)) return v.parse(listSchema, list)
  const parts: Record<string, unknown> = v.is(v.looseObject({}), list) ? list : {}
  const { watched, seen, sizePresets, ...rest } = parts
  return {
    ...rest,
    watched: symbolsIn(watched),
    seen: symbolsIn(seen),
    ...(v.is(presetsSchema, sizePresets) ? { sizePresets } : {})
  }
}

const symbolsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => v.is(symbols, [each])) : []
