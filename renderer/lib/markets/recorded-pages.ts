import type {
  OlderCandles,
  OlderHeat,
  OlderTrades,
  OlderTradesRequest
} from '#shared/contract/market/markets'
import type { ProfileRange, VolumeProfile } from '#shared/contract/market/volume-profile'
import type { Interval } from '#shared/domain/market/candles/intervals'

interface PageId {
  readonly id: number
}

interface OlderRequest extends PageId {
  readonly market: string
  readonly interval: Interval
  readonly before: number
}

interface ProfileRequest extends PageId {
  readonly market: string
  readonly range: ProfileRange
}

export interface RecordingPorts {
  /** Null if it could not be read. */
  readonly older: {
    readonly candles: (request: OlderRequest) => Promise<OlderCandles | null>
    readonly heat: (request: OlderRequest) => Promise<OlderHeat | null>
    readonly trades: (request: OlderTradesRequest) => Promise<OlderTrades | null>
  }
  readonly cancelOlder: (request: PageId) => void
  readonly profile: (request: ProfileRequest) => Promise<VolumeProfile | null>
  readonly cancelProfile: (request: PageId) => void
}

/** What a view reads from the recording. */
export class RecordedPages {
  static #lastId = 0
  readonly #profileId = (RecordedPages.#lastId += 1)
  readonly #footprintId = (RecordedPages.#lastId += 1)
  /** Pages that are on their way. */
  #reading = 0

  constructor(private readonly ports: RecordingPorts) {}

  candles(request: Omit<OlderRequest, 'id'>): Promise<OlderCandles | null> {
    return this.#read(this.ports.older.candles, request)
  }

  heat(request: Omit<OlderRequest, 'id'>): Promise<OlderHeat | null> {
    return this.#read(this.ports.older.heat, request)
  }

  trades(request: Omit<OlderTradesRequest, 'id'>): Promise<OlderTrades | null> {
    return this.#read(this.ports.older.trades, request)
  }

  /** Of candles, heat and trades. */
  cancel(): void {
    if (this.#reading > 0) this.ports.cancelOlder({ id: this.#profileId })
  }

  /** One of each kind at a time: the next request cancels the one before. */
  profile(market: string, range: ProfileRange, isFootprint = false): Promise<VolumeProfile | null> {
    return this.ports.profile({ id: this.#idOf(isFootprint), market, range })
  }

  cancelProfile(isFootprint = false): void {
    this.ports.cancelProfile({ id: this.#idOf(isFootprint) })
  }

  #idOf(isFootprint: boolean): number {
    return isFootprint ? this.#footprintId : this.#profileId
  }

  async #read<Wanted, Page>(read: (request: Wanted & PageId) => Promise<Page>, wanted: Wanted) {
    this.#reading += 1
    try {
      return await read({ id: this.#profileId, ...wanted })
    } finally {
      this.#reading -= 1
    }
  }
}
