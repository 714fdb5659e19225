import { MessageChannelMain, type WebContents } from 'electron'
import type { Log } from '../../engine/log'
import { feedPortChannel } from '../../shared/contract/feed'
import { FeedPort, type FeedState } from './feed-port'

/** One feed port a window: made when its page is ready, renewed when it loads again, closed with it. */
export class Feeds {
  readonly #ports = new Map<string, FeedPort>()

  constructor(private readonly log: Log) {}

  renew(windowId: string, contents: WebContents): void {
    this.close(windowId)
    const { port1: ours, port2: theirs } = new MessageChannelMain()
    const feed = new FeedPort({ send: (frame) => ours.postMessage(frame), close: () => ours.close() })
    ours.on('message', (event) => feed.receive(event.data))
    ours.on('close', () => {
      if (this.#ports.get(windowId) === feed) this.close(windowId)
    })
    ours.start()
    this.#ports.set(windowId, feed)
    contents.postMessage(feedPortChannel, null, [theirs])
  }

  offer(windowId: string, state: FeedState): void {
    this.#ports.get(windowId)?.offer(state)
  }

  close(windowId: string): void {
    const feed = this.#ports.get(windowId)
    if (!feed) return
    this.#ports.delete(windowId)
    feed.close()
    if (feed.ignored > 0)
      this.log.warn('A window sent malformed acknowledgements', { windowId, count: feed.ignored })
  }
}
