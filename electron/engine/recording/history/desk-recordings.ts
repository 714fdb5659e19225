import path from 'node:path'
import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { ServiceNamed } from '../../connection'
import { deskFolder, serviceFolder } from '../location'
import { readEnds, type SegmentEnds } from '../log/ends'
import { listSegments } from '../log/segments'
import { logTimeOf } from '../replay/log-time'
import type { FetchedTime, FetchWithin } from '../shared/shared-recordings'
import type { HistoryClient } from './client'
import type { MarketPast } from './market-past'
import type { WantedPast } from './messages'

export interface DeskRecordingsPorts {
  /** Of all recordings. */
  readonly folder: { readonly root: string }
  readonly client: Pick<HistoryClient, 'read'>
  /** Null if something else has to be done first. */
  readonly fetch: (
    wanted: Pick<FetchWithin, 'id' | 'from' | 'to' | 'most'>,
    signal: AbortSignal
  ) => Promise<FetchedTime | null>
}

/** Bytes that are fetched at once without being asked for. */
const most = 256 * 1024 * 1024

/** What the collectors of a desk recorded and shared, as far as it was fetched, and fetching it. */
export class DeskRecordings {
  /** By file. */
  readonly #known = new Map<string, SegmentEnds>()

  constructor(private readonly ports: DeskRecordingsPorts) {}

  /** The newest shared segments of a time, in milliseconds since the epoch, that are not here. */
  fetch(service: ServiceNamed, from: number, to: number, signal: AbortSignal): Promise<FetchedTime | null> {
    return this.ports.fetch({ id: deskFolder(serviceFolder(service)), from, to, most }, signal)
  }

  /** Of the last item that is here; null without any. */
  async lastSeq(service: ServiceNamed): Promise<number | null> {
    return (await this.#segments(service)).at(-1)?.last.lastSeq ?? null
  }

  /** The last item before another one, unless that one is older than a time; null without one. */
  async lastBefore(service: ServiceNamed, seq: number, since: number): Promise<number | null> {
    const found = (await this.#segments(service)).findLast(({ first }) => first.firstSeq < seq)
    if (!found || logTimeOf(found.last.to).milliseconds < since) return null
    return Math.min(found.last.lastSeq, seq - 1)
  }

  /** A market as it was recorded up to an item, back to a hole in the numbers. */
  read(
    service: ServiceNamed,
    wanted: Omit<WantedPast, 'id'>,
    onHeat: (heat: StoredHeat) => void
  ): Promise<MarketPast | null> {
    return this.ports.client.read(this.#log(service), wanted, onHeat)
  }

  /** Oldest first. They do not change. */
  async #segments(service: ServiceNamed): Promise<readonly SegmentEnds[]> {
    const found: SegmentEnds[] = []
    const files = await listSegments(this.#log(service))
    for (const file of files) {
      const ends = this.#known.get(file) ?? (await readEnds(file))
      if (!ends) continue
      this.#known.set(file, ends)
      found.push(ends)
    }
    for (const file of this.#known.keys()) if (!files.includes(file)) this.#known.delete(file)
    return found
  }

  #log(service: ServiceNamed): string {
    return path.join(this.ports.folder.root, ...deskFolder(serviceFolder(service)).split('/'), 'log')
  }
}
