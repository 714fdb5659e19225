import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Bytes that pass at once, so that slowing down takes effect at once. */
const piece = 1024

/** A way to a port that can be slow, or let nothing through without closing. */
export class Relay {
  /** Null for as fast as it goes. */
  bytesPerSecond: number | null = null
  #open: Promise<void> = Promise.resolve()
  #release: (() => void) | null = null
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#join(socket))

  private constructor(
    private readonly target: number,
    private readonly host: string
  ) {}

  static async to(target: number, host = '127.0.0.1'): Promise<Relay> {
    const relay = new Relay(target, host)
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get isCut(): boolean {
    return this.#release !== null
  }

  /** Nothing passes until it is restored; connections that are made until then come to nothing. */
  cut(): void {
    if (this.#release) return
    this.#open = new Promise((resolve) => (this.#release = resolve))
  }

  restore(): void {
    this.#release?.()
    this.#release = null
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    this.restore()
  }

  #join(near: Socket): void {
    if (this.isCut) {
      near.on('error', () => undefined)
      void this.#open.then(() => near.destroy())
      return
    }
    const far = connect(this.target, this.host)
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.#sockets.delete(socket))
    }
    void this.#pump(near, far)
    void this.#pump(far, near)
  }

  async #pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>)
        for (let start = 0; start < chunk.length;) {
          const length = this.bytesPerSecond === null ? chunk.length : piece
          const part = chunk.subarray(start, start + length)
          start += part.length
          if (this.bytesPerSecond !== null) await pause((part.length / this.bytesPerSecond) * 1000)
          await this.#open
          if (to.destroyed) return
          if (!to.write(part)) await Promise.race([once(to, 'drain'), once(to, 'close')])
        }
    } catch {
      // Ended by the other side.
    } finally {
      // The end of a connection does not pass a cut either.
      await this.#open
      from.destroy()
      to.destroy()
    }
  }
}
