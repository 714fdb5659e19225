import type { OlderCandles, OlderHeat, OlderTrades } from '#shared/contract/market/markets'
import type { RecordedProfile } from '#shared/contract/market/volume-profile'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import { RecordedTrades } from '../replay/recorded-trades'
import { RecordingIndex } from '../replay/recording-index'
import type { OlderRequest } from './older'
import { readOlderCandles } from './older-candles'
import { playOlderHeat, readOlderHeat } from './older-heat'
import { readOlderTrades, type TradesBefore } from './older-trades'
import { readVolumeProfile, type ProfileRequest } from './volume-profile'

/** Pages of a recording that may grow. */
export class OlderPages {
  readonly #index: RecordingIndex
  readonly #trades: RecordedTrades

  constructor(readonly folder: string) {
    this.#index = new RecordingIndex(folder)
    this.#trades = new RecordedTrades(this.#index)
  }

  async candles(request: OlderRequest): Promise<OlderCandles> {
    await this.#index.refresh()
    return readOlderCandles(this.#index, this.#trades, request)
  }

  async heat(request: OlderRequest): Promise<OlderHeat> {
    if (intervalSeconds[request.interval] < intervalSeconds['1m']) return playOlderHeat(this.folder, request)
    await this.#index.refresh()
    return readOlderHeat(this.#index, request)
  }

  async trades(request: TradesBefore): Promise<OlderTrades> {
    await this.#index.refresh()
    return readOlderTrades(this.#index, this.#trades, request)
  }

  async profile(request: ProfileRequest, signal: AbortSignal): Promise<RecordedProfile> {
    await this.#index.refresh()
    return readVolumeProfile(this.#index, this.#trades, request, signal)
  }
}
