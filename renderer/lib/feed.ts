import { feedPortChannel, type FeedAcknowledgement, type FeedFrame } from '#shared/contract/market/feed'
import { Emitter } from '#shared/domain/base/emitter'
import { paintNews } from './canvas/schedule'
import { runDueTimers } from './one-shot-timer'

/**
 * The window's end of the feed: it acknowledges a frame after drawing it, so that main never sends faster than it
 * paints.
 */
export class FeedReceiver {
  private port: MessagePort | null = null
  private readonly received = new Emitter<FeedFrame>()
  private readonly painting = new Emitter()
  private readonly connected = new Emitter()
  readonly onFrame = this.received.on
  /** Called in the animation frame after each frame of the feed, before main is notified. */
  readonly onPaint = this.painting.on

  constructor(
    private readonly page: Window,
    private readonly nextPaint: (draw: () => void) => void = (draw) => requestAnimationFrame(draw)
  ) {}

  /** Waits for the port that the preload passes on; a renewed port replaces the old one. */
  start(): () => void {
    const take = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== this.page || event.data !== feedPortChannel || !port) return
      this.port?.close()
      this.port = port
      port.onmessage = ({ data }: MessageEvent<FeedFrame>) => this.receive(port, data)
      this.connected.fire()
    }
    this.page.addEventListener('message', take)
    return () => {
      this.page.removeEventListener('message', take)
      this.port?.close()
      this.port = null
    }
  }

  /** Called at once if main has made a port for this page, and whenever it makes another. */
  onPort(listener: () => void): () => void {
    const unsubscribe = this.connected.on(listener)
    if (this.port) listener()
    return unsubscribe
  }

  private receive(port: MessagePort, frame: FeedFrame): void {
    // Even after an error the frame is acknowledged, or main would never send another.
    try {
      this.received.fire(frame)
      runDueTimers()
    } finally {
      this.nextPaint(() => {
        try {
          paintNews(() => this.painting.fire())
        } finally {
          const drawn: FeedAcknowledgement = { kind: 'drawn', sequence: frame.sequence }
          port.postMessage(drawn)
        }
      })
    }
  }
}
