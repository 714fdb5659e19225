import {
  feedPortChannel,
  type FeedAcknowledgement,
  type FeedFrame
} from '../../electron/shared/contract/feed'

type Hear = (frame: FeedFrame) => void

/**
 * The window's end of the feed. A frame is acknowledged only after the animation frame in which it was drawn, so that
 * main never sends faster than this window paints; a hidden window gets no animation frames and so asks for nothing.
 */
export class FeedReceiver {
  private port: MessagePort | null = null
  private readonly hearers = new Set<Hear>()

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
    }
    this.page.addEventListener('message', take)
    return () => {
      this.page.removeEventListener('message', take)
      this.port?.close()
      this.port = null
    }
  }

  hear(hear: Hear): () => void {
    this.hearers.add(hear)
    return () => this.hearers.delete(hear)
  }

  private receive(port: MessagePort, frame: FeedFrame): void {
    for (const hear of this.hearers) hear(frame)
    this.nextPaint(() => {
      const drawn: FeedAcknowledgement = { kind: 'drawn', sequence: frame.sequence }
      port.postMessage(drawn)
    })
  }
}
