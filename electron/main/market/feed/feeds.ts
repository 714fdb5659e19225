import { MessageChannelMain, type WebContents } from 'electron'
import type { Log } from '#engine/base/log/index'
import { feedPortChannel } from '#shared/contract/market/feed'
import type { MarketFrame } from '#shared/contract/market/market-news'
import { FeedPort, type FeedState } from './feed-port'

export interface MarketSource {
  /** Starts the feed of a window's page. */
  readonly open: (windowId: string, way: { readonly free: boolean; send(): void }) => void
  readonly close: (windowId: string) => void
  readonly nextFrame: (windowId: string) => MarketFrame | null
  readonly drawn: (windowId: string) => void
}

/** One feed port per window, created when its page is ready. */
export class Feeds {
  readonly #ports = new Map<string, FeedPort>()
  #markets: MarketSource | null = null
  #ignored = 0

  constructor(private readonly log: Log) {}

  /** Unexpected acknowledgements. */
  get ignored(): number {
    return [...this.#ports.values()].reduce((sum, feed) => sum + feed.ignored, this.#ignored)
  }

  /** Set before the first window opens. */
  carry(markets: MarketSource): void {
    this.#markets = markets
  }

  renew(windowId: string, contents: WebContents): void {
    this.close(windowId)
    const { port1: ours, port2: theirs } = new MessageChannelMain()
    const feed = new FeedPort(
      { send: (frame) => ours.postMessage(frame), dispose: () => ours.close() },
      { next: () => this.#next(windowId), drawn: () => this.#markets?.drawn(windowId) }
    )
    ours.on('message', (event) => feed.receive(event.data))
    ours.on('close', () => {
      if (this.#ports.get(windowId) === feed) this.close(windowId)
    })
    ours.start()
    this.#ports.set(windowId, feed)
    contents.postMessage(feedPortChannel, null, [theirs])
    this.#markets?.open(windowId, feed)
  }

  offer(windowId: string, state: FeedState): void {
    this.#ports.get(windowId)?.offer(state)
  }

  close(windowId: string): void {
    const feed = this.#ports.get(windowId)
    if (!feed) return
    this.#ports.delete(windowId)
    this.#markets?.close(windowId)
    feed.close()
    this.#ignored += feed.ignored
    if (feed.ignored > 0)
      this.log.warn('A window sent malformed acknowledgements', { windowId, count: feed.ignored })
  }

  #next(windowId: string): FeedState | null {
    const markets = this.#markets?.nextFrame(windowId)
    return markets ? { markets } : null
  }
}
