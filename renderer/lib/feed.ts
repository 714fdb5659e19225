import {
  feedPortChannel,
  replayPortChannel,
  type FeedAcknowledgement,
  type FeedFrame
} from '#shared/contract/market/feed'
import { Emitter } from '#shared/domain/base/emitter'
import { paintNews } from './canvas/schedule'
import { runDueTimers } from './one-shot-timer'

/**
 * The window's ends of the live feed and of its replay's: each acknowledges a frame after drawing it, so that none
 * arrives faster than it paints.
 */
export class FeedReceiver {
  readonly #live: PortReceiver
  readonly #replay: PortReceiver
  readonly #painting = new Emitter()
  readonly onFrame
  /** Called at once if main has made a port for this page, and whenever it makes another. */
  readonly onPort
  readonly onReplayFrame
  readonly onReplayPort
  /** Called in the animation frame after each frame of a feed, before its sender is notified. */
  readonly onPaint = this.#painting.on

  constructor(page: Window, nextPaint: (draw: () => void) => void = (draw) => requestAnimationFrame(draw)) {
    const paint = () => paintNews(() => this.#painting.fire())
    this.#live = new PortReceiver(page, feedPortChannel, nextPaint, paint)
    this.#replay = new PortReceiver(page, replayPortChannel, nextPaint, paint)
    this.onFrame = this.#live.onFrame
    this.onPort = this.#live.onPort
    this.onReplayFrame = this.#replay.onFrame
    this.onReplayPort = this.#replay.onPort
  }

  /** Waits for the ports that the preload passes on; a renewed port replaces the old one. */
  start(): () => void {
    const stops = [this.#live.start(), this.#replay.start()]
    return () => stops.forEach((stop) => stop())
  }

  /** Frames of the ended replay that are still on their way are not received. */
  closeReplay(): void {
    this.#replay.close()
  }
}

class PortReceiver {
  #port: MessagePort | null = null
  readonly #received = new Emitter<FeedFrame>()
  readonly #connected = new Emitter()
  readonly onFrame = this.#received.on

  constructor(
    private readonly page: Window,
    private readonly channel: string,
    private readonly nextPaint: (draw: () => void) => void,
    private readonly paint: () => void
  ) {}

  start(): () => void {
    const take = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== this.page || event.data !== this.channel || !port) return
      this.#port?.close()
      this.#port = port
      port.onmessage = ({ data }: MessageEvent<FeedFrame>) => this.#receive(port, data)
      this.#connected.fire()
    }
    this.page.addEventListener('message', take)
    return () => {
      this.page.removeEventListener('message', take)
      this.close()
    }
  }

  close(): void {
    this.#port?.close()
    this.#port = null
  }

  onPort = (listener: () => void): (() => void) => {
    const unsubscribe = this.#connected.on(listener)
    if (this.#port) listener()
    return unsubscribe
  }

  #receive(port: MessagePort, frame: FeedFrame): void {
    if (port !== this.#port) return
    // Even after an error the frame is acknowledged, or no other would ever be sent.
    try {
      this.#received.fire(frame)
      runDueTimers()
    } finally {
      this.nextPaint(() => {
        try {
          this.paint()
        } finally {
          const drawn: FeedAcknowledgement = { kind: 'drawn', sequence: frame.sequence }
          port.postMessage(drawn)
        }
      })
    }
  }
}
