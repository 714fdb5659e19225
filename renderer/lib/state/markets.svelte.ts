import { libText } from '../../messages/lib'
import type { Bridge } from '#shared/contract/index'
import type { MarketsState, SizePreset } from '#shared/contract/market/markets'
import { noChannels } from '#shared/domain/connection/stream-sentence'
import { valueOf } from '../client'

const nothing: MarketsState = {
  stream: {
    phase: 'idle',
    stage: null,
    host: '',
    channels: noChannels,
    problem: null,
    sentence: libText.notConnected,
    since: Date.now(),
    retryAt: null,
    attempt: 0,
    roundTrip: null
  },
  watched: [],
  markets: [],
  suggestions: [],
  sizePresets: {},
  staleAfter: 0
}

/** The stream and the watchlist of the connection in use, as in main. */
export class MarketsStore {
  state = $state.raw<MarketsState>(nothing)

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('markets.changed', (state) => (this.state = state))
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.markets.read())
  }

  async watch(market: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.markets.watch({ market }))
  }

  async unwatch(market: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.markets.unwatch({ market }))
  }

  /** Shown in the new order at once; main decides. */
  async arrange(markets: readonly string[]): Promise<void> {
    const before = this.state
    const place = (market: string) => markets.indexOf(market) + 1 || markets.length + 1
    const watched = before.watched.toSorted((one, other) => place(one.market) - place(other.market))
    this.state = { ...before, watched }
    try {
      this.state = await valueOf(this.bridge.call.markets.arrange({ markets: [...markets] }))
    } catch (thrown) {
      this.state = before
      throw thrown
    }
  }

  /** Null if the user never changed them. */
  sizePresets(market: string): readonly SizePreset[] | null {
    const { sizePresets } = this.state
    return Object.hasOwn(sizePresets, market) ? sizePresets[market]! : null
  }

  async setSizePresets(market: string, presets: readonly SizePreset[]): Promise<void> {
    this.state = await valueOf(this.bridge.call.markets.setSizePresets({ market, presets: [...presets] }))
  }

  /** Reconnects to the stream now instead of after the wait. */
  async retry(): Promise<void> {
    await valueOf(this.bridge.call.markets.retry())
  }
}
