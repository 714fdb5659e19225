import path from 'node:path'
import type { RecordingFetch, SharedPart } from '#shared/contract/recording/catalog'
import { ProblemError } from '#shared/domain/base/problem'
import { diskReason } from '../../base/files'
import { deskFolder } from '../location'
import { dayOf } from '../log/segments'
import { fetchShared, isFetched, mayEndAfter, segmentSets } from './fetch'
import type { FetchedTime, FetchRequest, FetchWithin } from './fetch-requests'
import { SharedSets } from './read-sums'
import { bytesOfSet, timeOfSet, type SharedSet } from './set'
import type { SharedReader } from './store'

/** Where computers of a desk share recordings: a folder, or a server. */
export interface SharedSource {
  /** For people. */
  readonly name: string
  /** Such as environment=production/service=20df12314ad4. */
  services(signal: AbortSignal): Promise<readonly string[]>
  storeOf(service: string): Promise<SharedReader>
  /** Of the source as a whole. */
  readonly notRead: (reason: string) => string
  dispose(): void
}

/** What is shared of a service, by the folder for it here. */
export interface SharedService {
  readonly id: string
  /** Where it is, for people. */
  readonly sources: readonly string[]
  readonly days: readonly { readonly day: string; readonly shared: SharedPart }[]
}

interface FetchOptions {
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (log: string, day: string, share: number) => void
}

interface Shared {
  readonly services: readonly SharedService[]
  /** Why a source cannot be read, or null. */
  readonly problem: string | null
}

interface Place {
  readonly source: SharedSource
  readonly store: SharedReader
  readonly sets: SharedSets
}

/** A set, and where it is. The first source that has it is asked. */
interface Found {
  readonly set: SharedSet
  readonly place: Place
}

type IsWanted = (name: string) => boolean

/** Of the limit for everything that was fetched: what charts need must not replace all that was chosen. */
const maxShare = 0.5

/** The recordings that a desk shares, from all sources; what was read is kept. */
export class SharedRecordings {
  readonly #places = new Map<string, Place>()

  constructor(private readonly sources: readonly SharedSource[]) {}

  /** The days with something that was not fetched, newest first. A source that cannot be read leaves the others. */
  async read(root: string, signal: AbortSignal): Promise<Shared> {
    const problems: string[] = []
    const found = new Map<string, Map<string, Found>>()
    for (const source of this.sources) {
      try {
        for (const service of await source.services(signal)) {
          const id = deskFolder(service)
          found.set(id, await this.#find(source, service, found.get(id) ?? new Map(), signal))
        }
      } catch (thrown) {
        signal.throwIfAborted()
        problems.push(sentenceOf(thrown, source))
      }
    }
    const services: SharedService[] = []
    for (const [id, sets] of found) {
      const missing = new Map<string, Found[]>()
      for (const each of inOrder(sets)) {
        const day = dayOf(each.set.name)
        if (!(await isFetched(logOf(root, id), each.set)))
          missing.set(day, [...(missing.get(day) ?? []), each])
      }
      const days = [...missing].map(([day, ofDay]) => ({ day, shared: factsOf(ofDay) }))
      const sources = [...new Set([...sets.values()].map(({ place }) => place.source.name))]
      services.push({ id, sources, days: days.sort((one, other) => (one.day < other.day ? 1 : -1)) })
    }
    return { services, problem: problems.length === 0 ? null : problems.join(' ') }
  }

  /** Those of the chosen days, one service after the other. */
  async fetch(
    { root, chosen, from, to, maxBytes }: FetchRequest,
    { now, signal, onProgress }: FetchOptions
  ): Promise<RecordingFetch> {
    const results: RecordingFetch[] = []
    for (const [index, { id, days }] of chosen.entries()) {
      const isOfDay = (name: string) => days.includes(dayOf(name))
      const { found: ofDays } = await this.#sets(serviceOf(id), isOfDay, signal)
      const found = ofDays.filter(({ set }) => set.to >= (from ?? -Infinity) && set.from <= (to ?? Infinity))
      const log = logOf(root, id)
      const report = (day: string, share: number) => onProgress(log, day, (index + share) / chosen.length)
      results.push(await this.#fetch(log, found, maxBytes, { now, signal, onProgress: report }))
    }
    const sum = (countOf: (result: RecordingFetch) => number) =>
      results.reduce((all, result) => all + countOf(result), 0)
    return {
      fetched: sum(({ fetched }) => fetched),
      skipped: sum(({ skipped }) => skipped),
      refused: results.flatMap(({ refused }) => refused),
      refusals: sum(({ refusals }) => refusals)
    }
  }

  async fetchWithin(
    root: string,
    { id, from, to, most, maxBytes, isAsked = false }: FetchWithin,
    {
      now,
      signal,
      onProgress
    }: Pick<FetchOptions, 'now' | 'signal'> & {
      /** With the bytes of everything that is fetched. */
      readonly onProgress: (share: number, bytes: number) => void
    }
  ): Promise<FetchedTime> {
    const log = logOf(root, id)
    const isWanted = (name: string) => mayEndAfter(name, from)
    const { found: all, oldest } = await this.#sets(serviceOf(id), isWanted, signal)
    const ofTime = all.filter(({ set }) => set.to >= from && set.from <= to)
    const wanted: Found[] = []
    const share = isAsked ? 1 : maxShare
    let [bytes, missing, leftOut, offered] = [0, 0, 0, 0]
    for (const found of ofTime.toReversed()) {
      const size = bytesOfSet(found.set)
      const isHere = await isFetched(log, found.set)
      bytes += size
      const fits = leftOut === 0 && bytes <= maxBytes * share && (isHere || missing + size <= most)
      if (fits) wanted.unshift(found)
      if (isHere) continue
      if (fits) missing += size
      else leftOut += size
      if (!fits && bytes <= maxBytes) offered += size
    }
    const isAll = wanted.length === ofTime.length
    const [first] = all
    const hasOlder = first ? timeOfSet(first.set.name)! > oldest : oldest < Infinity
    const result = await this.#fetch(log, wanted, maxBytes, {
      now,
      signal,
      onProgress: (_day, done) => onProgress(done, missing)
    })
    return {
      fetched: result.fetched,
      refused: result.refused,
      from: isAll ? from : (wanted[0]?.set.from ?? to),
      begins: isAll && ofTime[0] === first && !hasOlder,
      leftOut,
      offered,
      bytes,
      since: oldest < Infinity ? oldest : null
    }
  }

  dispose(): void {
    for (const source of this.sources) source.dispose()
  }

  async #fetch(
    log: string,
    found: readonly Found[],
    maxBytes: number,
    options: Pick<FetchOptions, 'now' | 'signal'> & {
      readonly onProgress: (day: string, share: number) => void
    }
  ): Promise<RecordingFetch> {
    const stores = new Map(
      found.flatMap(({ set, place }) => set.files.map(({ name }) => [name, place.store]))
    )
    const store = { read: (name: string, ended: AbortSignal) => stores.get(name)!.read(name, ended) }
    const wanted = found.map(({ set }) => set)
    const result = await fetchShared({ store, wanted, log, maxBytes, ...options })
    for (const { set, place } of found) place.sets.doubt(set.name, result.refusals > 0)
    return result
  }

  /**
   * Of a service, from the sources that can be read; in the order of their items. Those that are wanted by their names, and
   * when the oldest of all began, in milliseconds since the epoch.
   */
  async #sets(
    service: string,
    isWanted: IsWanted,
    signal: AbortSignal
  ): Promise<{ readonly found: readonly Found[]; readonly oldest: number }> {
    let found: ReadonlyMap<string, Found> = new Map()
    let oldest = Infinity
    let problem: unknown = null
    const isCounted = (name: string) => {
      oldest = Math.min(oldest, timeOfSet(name)!)
      return isWanted(name)
    }
    for (const source of this.sources) {
      try {
        if ((await source.services(signal)).includes(service))
          found = await this.#find(source, service, found, signal, isCounted)
      } catch (thrown) {
        signal.throwIfAborted()
        problem = thrown
      }
    }
    if (found.size === 0 && problem !== null) throw problem
    return { found: inOrder(found), oldest }
  }

  async #find(
    source: SharedSource,
    service: string,
    known: ReadonlyMap<string, Found>,
    signal: AbortSignal,
    isWanted?: IsWanted
  ): Promise<Map<string, Found>> {
    const place = await this.#placeOf(source, service)
    const found = new Map(known)
    for (const set of await segmentSets(place.sets, signal, isWanted))
      if (!found.has(set.name)) found.set(set.name, { set, place })
    return found
  }

  async #placeOf(source: SharedSource, service: string): Promise<Place> {
    const key = `${this.sources.indexOf(source)} ${service}`
    const known = this.#places.get(key)
    if (known) return known
    const store = await source.storeOf(service)
    const place = { source, store, sets: new SharedSets(store) }
    this.#places.set(key, place)
    return place
  }
}

const serviceOf = (id: string) => id.slice(0, -deskFolder('').length)

const logOf = (root: string, id: string) => path.join(root, ...id.split('/'), 'log')

const inOrder = (found: ReadonlyMap<string, Found>): Found[] =>
  [...found.values()].sort((one, other) => one.set.firstSeq - other.set.firstSeq)

const sentenceOf = (thrown: unknown, source: SharedSource): string =>
  thrown instanceof ProblemError ? thrown.problem.sentence : source.notRead(diskReason(thrown))

const factsOf = (found: readonly Found[]): SharedPart => ({
  segments: found.length,
  bytes: found.reduce((sum, { set }) => sum + bytesOfSet(set), 0),
  from: Math.min(...found.map(({ set }) => set.from)),
  markets: [...new Set(found.flatMap(({ set }) => set.markets))].sort()
})
