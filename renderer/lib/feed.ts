import { feedPortChannel, type FeedAcknowledgement, type FeedFrame } from '#shared/contract/market/feed'
import { paintAll } from './canvas/schedule'

type Hear = (frame: FeedFrame) => void

/**
 * The window's end of the feed. A frame is acknowledged only after the animation frame in which it was drawn, so that
 * main never sends faster than this window paints; a hidden window gets no animation frames and so asks for nothing.
 */
export class FeedReceiver {
  private port: MessagePort | null = null
  private readonly hearers = new Set<Hear>()
  private readonly painters = new Set<() => void>()
  private readonly awaiting = new Set<() => void>()

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
      for (const hear of this.awaiting) hear()
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

  /** In the animation frame after each frame of the feed, before main hears that it was drawn. */
  onPaint(paint: () => void): () => void {
    this.painters.add(paint)
    return () => this.painters.delete(paint)
  }

  /** Whenever main has made a port for this page, and at once if it already has: only then does it send what is asked. */
  onPort(hear: () => void): () => void {
    this.awaiting.add(hear)
    if (this.port) hear()
    return () => this.awaiting.delete(hear)
  }

  private receive(port: MessagePort, frame: FeedFrame): void {
    // Whatever goes wrong here, the frame is acknowledged, or this window would never get another.
    try {
      for (const hear of this.hearers) hear(frame)
    } finally {
      this.nextPaint(() => {
        try {
          for (const paint of this.painters) paint()
          paintAll()
        } finally {
          const drawn: FeedAcknowledgement = { kind: 'drawn', sequence: frame.sequence }
          port.postMessage(drawn)
        }
      })
    }
  }
}
