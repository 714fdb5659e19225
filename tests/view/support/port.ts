import { packMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import { feedPortChannel, replayPortChannel } from '#shared/contract/market/feed'

export interface MainEnd {
  /** Acknowledged frames. */
  readonly drawn: () => number
  readonly send: (...news: readonly MarketNews[]) => void
  readonly close: () => void
}

export const givePort = (page: Window): MainEnd => give(page, feedPortChannel, () => ({}))

/** The port of a replay that is at that time. */
export const giveReplayPort = (page: Window, at: () => number): MainEnd =>
  give(page, replayPortChannel, () => ({ replay: { at: at() } }))

function give(page: Window, channel: string, more: () => object): MainEnd {
  const { port1, port2 } = new MessageChannel()
  let drawn = 0
  let sequence = 0
  port1.onmessage = () => (drawn += 1)
  const event = new MessageEvent('message', { data: channel })
  Object.defineProperties(event, { source: { value: page }, ports: { value: [port2] } })
  page.dispatchEvent(event)
  return {
    drawn: () => drawn,
    send: (...news) =>
      port1.postMessage({
        kind: 'frame',
        sequence: ++sequence,
        ...(news.length > 0 && { markets: packMarketFrame(news, Date.now()) }),
        ...more()
      }),
    close: () => port1.close()
  }
}
