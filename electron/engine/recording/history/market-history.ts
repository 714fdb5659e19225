import type { Clock } from '../../base/clock'
import type { ServiceNamed } from '../../connection'
import type { Hub } from '../../market/hub'
import type { LiveMarket } from '../../market/types'
import { logFolderOf } from '../location'
import type { Recordings } from '../recordings'
import type { DeskRecordings, Joint } from './desk-recordings'
import type { HistoryClient, Page, PageWanted } from './client'
import { restorePast } from './market-past'

interface HistoryPorts {
  readonly clock: Clock
  /** Of all recordings. */
  readonly folder: string
  readonly recordings: Pick<Recordings, 'written'>
  readonly client: Pick<HistoryClient, 'read' | 'page'>
  readonly desk: Pick<DeskRecordings, 'older' | 'olderTrades' | 'profile'>
  /** Runs work that would slow down the start. */
  readonly afterStartup: (work: () => void) => void
}

/** Milliseconds for the recorder to write up to where a market begins. */
const maxWait = 15_000

/** Gives a market what was recorded of it before it was held. */
export class MarketHistory {
  constructor(private readonly ports: HistoryPorts) {}

  /** Call when the market is held, before anything of it arrives. */
  async restore(
    hub: Pick<Hub, 'market' | 'useSeries' | 'prependHeat'>,
    market: LiveMarket,
    service: ServiceNamed
  ): Promise<void> {
    const { clock, folder, client, afterStartup } = this.ports
    const at = clock.wall()
    const seq = await this.#written()
    await new Promise<void>(afterStartup)
    const { name } = market
    const isHeld = () => hub.market(name) === market
    if (!isHeld()) return
    const past = await client.read(logFolderOf(folder, service), { market: name, seq, at }, (heat) => {
      if (isHeld()) hub.prependHeat(name, heat)
    })
    if (past && isHeld()) await restorePast(hub, market, past)
  }

  /** The recording before a time; of a desk feed, what the desk shares. */
  older<Kind extends 'candles' | 'heat'>(
    kind: Kind,
    service: ServiceNamed,
    wanted: PageWanted<Kind>,
    signal: AbortSignal
  ): Promise<Page<Kind>> {
    const { folder, client, desk } = this.ports
    if (service.feed) return desk.older(kind, service, wanted, signal)
    return client.page(kind, logFolderOf(folder, service), wanted, signal)
  }

  olderTrades(
    service: ServiceNamed,
    wanted: PageWanted<'trades'>,
    signal: AbortSignal
  ): Promise<Page<'trades'>> {
    const { folder, client, desk } = this.ports
    if (service.feed) return desk.olderTrades(service, wanted, signal)
    return client.page('trades', logFolderOf(folder, service), wanted, signal)
  }

  /**
   * The volume traded at each price, up to the current item; null if it cannot be read.
   * @param joint of a desk feed, null if there is none yet
   */
  async profile(
    service: ServiceNamed,
    wanted: Omit<PageWanted<'profile'>, 'seq'>,
    signal: AbortSignal,
    joint: Joint | null = null
  ): Promise<Page<'profile'>> {
    if (service.feed) return joint && this.ports.desk.profile(service, wanted, joint, signal)
    const seq = await this.#written()
    if (seq === null) return null
    const { folder, client } = this.ports
    return client.page('profile', logFolderOf(folder, service), { ...wanted, seq }, signal)
  }

  async #written(): Promise<number | null> {
    const { clock, recordings } = this.ports
    const written = recordings.written()
    return new Promise((resolve) => {
      const cancel = clock.later(maxWait, () => resolve(null))
      void written.then((seq) => {
        cancel()
        resolve(seq)
      })
    })
  }
}
