import { packMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import { feedPortChannel } from '#shared/contract/market/feed'

export interface MainEnd {
  /** The page has acknowledged so many frames as drawn. */
  readonly drawn: () => number
  readonly send: (...news: readonly MarketNews[]) => void
  readonly close: () => void
}

/** Main makes a feed for this page, and keeps the other end of it. */
export function givePort(page: Window): MainEnd {
  const { port1, port2 } = new MessageChannel()
  let drawn = 0
  let sequence = 0
  port1.onmessage = () => (drawn += 1)
  const event = new MessageEvent('message', { data: feedPortChannel })
  Object.defineProperties(event, { source: { value: page }, ports: { value: [port2] } })
  page.dispatchEvent(event)
  return {
    drawn: () => drawn,
    send: (...news) =>
      port1.postMessage({
        kind: 'frame',
        sequence: ++sequence,
        markets: packMarketFrame(news, Date.now())
      }),
    close: () => port1.close()
  }
}
