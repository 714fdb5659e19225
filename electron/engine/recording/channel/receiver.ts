import { connect, type Socket } from 'node:net'
import type { RecorderRequest } from '../messages'
import { RequestDecoder, type ChannelMessage } from './requests'

/** Passes on requests that come as messages, and then those that come through a socket. */
export class RequestReceiver {
  #socket: Socket | null = null

  constructor(private readonly receive: (request: RecorderRequest) => void) {}

  message(message: RecorderRequest | ChannelMessage): void {
    switch (message.kind) {
      case 'connect':
        this.#socket = connect(message.file)
        this.#socket.on('error', () => this.#socket?.destroy())
        this.#socket.write(message.token)
        break
      case 'connected': {
        const decoder = new RequestDecoder(this.receive)
        this.#socket?.on('data', (piece: Buffer<ArrayBuffer>) => decoder.push(piece))
        break
      }
      default:
        this.receive(message)
    }
  }

  /** Main ended; what it still sent comes first. */
  ended(): void {
    const close = () => this.receive({ kind: 'close' })
    if (!this.#socket || this.#socket.closed) return close()
    this.#socket.once('close', close).resume()
  }
}
