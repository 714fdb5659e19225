import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { RecordingFetch, SharedPart } from '#shared/contract/recording/catalog'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { deskFolder, isDesk, isImport } from '../location'
import { dayOf } from '../log/segments'
import { fetchShared, isFetched, segmentSets } from './fetch'
import { FolderStore } from './folder-store'
import { SharedSets } from './read-sums'
import { bytesOfSet, type SharedSet } from './set'

/** What a shared folder has of a service, by the folder for it here. */
export interface SharedService {
  readonly id: string
  readonly days: readonly { readonly day: string; readonly shared: SharedPart }[]
}

export interface FetchRequest {
  /** Of all recordings. */
  readonly root: string
  /** The folder that computers of the desk have in common. */
  readonly folder: string
  /** As `SharedService` names them. */
  readonly chosen: readonly { readonly id: string; readonly days: readonly string[] }[]
  /** Of the days, in milliseconds since the epoch; null without a limit. */
  readonly from: number | null
  readonly to: number | null
  /** Of everything that was fetched, for each service. */
  readonly maxBytes: number
}

interface FetchOptions {
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (log: string, day: string, share: number) => void
}

const environmentName = /^environment=[\w%.~-]{1,200}$/
const serviceName = /^service=[\w.-]{1,80}$/
const maxServices = 1000

interface Source {
  readonly store: FolderStore
  readonly sets: SharedSets
}

/** The recordings in a shared folder; what was read is kept. */
export class SharedFolder {
  readonly #sources = new Map<string, Source>()

  constructor(readonly folder: string) {}

  /** The days with something that was not fetched, newest first. */
  async read(root: string, signal: AbortSignal): Promise<readonly SharedService[]> {
    const services: SharedService[] = []
    for (const name of await this.#services()) {
      const id = deskFolder(name)
      const sets = await segmentSets(this.#sourceOf(name).sets, signal)
      const missing = new Map<string, SharedSet[]>()
      for (const set of sets) {
        const day = dayOf(set.name)
        if (!(await isFetched(logOf(root, id), set))) missing.set(day, [...(missing.get(day) ?? []), set])
      }
      const days = [...missing].map(([day, ofDay]) => ({ day, shared: factsOf(ofDay) }))
      services.push({ id, days: days.sort((one, other) => (one.day < other.day ? 1 : -1)) })
    }
    return services
  }

  /** Those of the chosen days, one service after the other. */
  async fetch(
    { root, chosen, from, to, maxBytes }: FetchRequest,
    { now, signal, onProgress }: FetchOptions
  ): Promise<RecordingFetch> {
    const results: RecordingFetch[] = []
    for (const [index, { id, days }] of chosen.entries()) {
      const { store, sets } = this.#sourceOf(id.slice(0, -deskFolder('').length))
      const isWanted = (set: SharedSet) =>
        days.includes(dayOf(set.name)) && set.to >= (from ?? -Infinity) && set.from <= (to ?? Infinity)
      const wanted = (await segmentSets(sets, signal)).filter(isWanted)
      const log = logOf(root, id)
      const report = (day: string, share: number) => onProgress(log, day, (index + share) / chosen.length)
      results.push(await fetchShared({ store, wanted, log, maxBytes, now, signal, onProgress: report }))
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

  async #services(): Promise<string[]> {
    const below = async (folder: string, name: RegExp) => {
      const entries = await readdir(path.join(this.folder, folder), { withFileTypes: true })
      return entries
        .filter((entry) => entry.isDirectory() && name.test(entry.name))
        .map((entry) => entry.name)
    }
    const environments = await below('', environmentName).catch(() => {
      throw fail('recording.shared-folder', recordingText.shared.noFolder(this.folder), { retryable: true })
    })
    const found: string[] = []
    for (const environment of environments)
      for (const service of await below(environment, serviceName).catch(() => []))
        if (!isDesk(service) && !isImport(service)) found.push(`${environment}/${service}`)
    return found.sort().slice(0, maxServices)
  }

  #sourceOf(service: string): Source {
    const known = this.#sources.get(service)
    if (known) return known
    const store = new FolderStore(this.folder, service)
    const source = { store, sets: new SharedSets(store) }
    this.#sources.set(service, source)
    return source
  }
}

const logOf = (root: string, id: string) => path.join(root, ...id.split('/'), 'log')

const factsOf = (sets: readonly SharedSet[]): SharedPart => ({
  segments: sets.length,
  bytes: sets.reduce((sum, set) => sum + bytesOfSet(set), 0),
  from: Math.min(...sets.map(({ from }) => from)),
  markets: [...new Set(sets.flatMap(({ markets }) => markets))].sort()
})
