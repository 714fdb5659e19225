import type { WebSocket } from 'ws'
import type { StreamPorts } from './stream'

/** Sends messages in one or several frames, in order. */
export class Outbox {
  readonly #held: { readonly text: string; readonly market: string | null }[] = []

  constructor(
    private readonly socket: WebSocket,
    private readonly ports: Pick<StreamPorts, 'faults' | 'variants' | 'random'>
  ) {}

  send(text: string, market: string | null): void {
    const follows = this.#held.some((one) => one.market === market || one.market === null)
    if (follows || this.ports.faults.holds(market)) {
      this.#held.push({ text, market })
      return
    }
    const bytes = Buffer.from(text)
    const parts = this.ports.variants.fragments ? this.ports.random.whole(1, 4) : 1
    const cut = (index: number) => Math.floor((bytes.length * index) / parts)
    for (let part = 0; part < parts; part += 1)
      this.socket.send(bytes.subarray(cut(part), cut(part + 1)), { binary: false, fin: part === parts - 1 })
  }

  sendBinary(bytes: Buffer): void {
    if (!this.ports.faults.holds(null)) this.socket.send(bytes, { binary: true })
  }

  release(): void {
    for (const { text, market } of this.#held.splice(0)) this.send(text, market)
  }
}
