import { packMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import { feedPortChannel } from '#shared/contract/market/feed'

export interface MainEnd {
  /** Acknowledged frames. */
  readonly drawn: () => number
  readonly send: (...news: readonly MarketNews[]) => void
  readonly close: () => void
}

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
