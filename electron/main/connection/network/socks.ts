import { connect, type Socket } from 'node:net'
import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import type { TunnelTarget } from './tunnel'

const greeting = Buffer.from([5, 1, 0])

/** SOCKS 5 without a password; the proxy resolves the name. */
export async function openSocks(
  proxy: { readonly host: string; readonly port: number },
  target: TunnelTarget,
  milliseconds: number
): Promise<Socket> {
  const name = `${proxy.host}:${proxy.port}`
  const refused = (sentence: string) => fail('network.proxy', sentence, { retryable: true })
  const socket = connect(proxy)
  const limit = setTimeout(() => socket.destroy(refused(networkText.proxyTimeout(name))), milliseconds)
  const reader = new Reader(socket, () => refused(networkText.proxyClosed(name)))
  try {
    socket.write(greeting)
    const [, method] = await reader.take(2)
    if (method !== 0) throw refused(networkText.proxyPassword(name))
    const host = Buffer.from(target.host)
    const port = Buffer.from([target.port >> 8, target.port & 0xff])
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), host, port]))
    const [, status, , kind] = await reader.take(4)
    if (status !== 0) {
      throw refused(networkText.proxyRefused(name, `${target.host}:${target.port}`, Number(status)))
    }
    const length = kind === 1 ? 4 : kind === 4 ? 16 : (await reader.take(1))[0]!
    await reader.take(length + 2)
    reader.release()
    return socket
  } catch (problem) {
    socket.destroy()
    throw problem
  } finally {
    clearTimeout(limit)
  }
}

/** Reads exact numbers of bytes and returns the rest at the end. */
class Reader {
  #waiting: Buffer = Buffer.alloc(0)
  #wake: (() => void) | null = null
  #problem: Error | null = null
  readonly #stop: () => void

  constructor(
    private readonly socket: Socket,
    closed: () => Error
  ) {
    const receive = (part: Buffer) => {
      this.#waiting = Buffer.concat([this.#waiting, part])
      this.#wake?.()
    }
    const end = (problem: Error) => {
      this.#problem ??= problem
      this.#wake?.()
    }
    const close = () => end(closed())
    socket.on('data', receive).on('error', end).on('close', close)
    this.#stop = () => socket.off('data', receive).off('error', end).off('close', close)
  }

  async take(count: number): Promise<Buffer> {
    while (this.#waiting.length < count) {
      if (this.#problem) throw this.#problem
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const taken = this.#waiting.subarray(0, count)
    this.#waiting = this.#waiting.subarray(count)
    return taken
  }

  release() {
    this.#stop()
    this.socket.pause()
    if (this.#waiting.length > 0) this.socket.unshift(this.#waiting)
  }
}
