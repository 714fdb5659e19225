import { fail, toProblem, ProblemError, type Problem } from '#shared/domain/base/problem'
import { streamText } from '#shared/messages/stream'
import type { Clock } from '../../base/clock'
import { abandonable, deadline } from '../../base/http'
import type { SessionOptions } from './options'
import type { OpenSocket, SessionTokens, Socket } from './types'

interface LinkPorts {
  readonly clock: Clock
  readonly open: OpenSocket
  readonly tokens: SessionTokens
  readonly address: () => Promise<string>
  readonly options: SessionOptions
}

/** The end of an attempt that was not closed by us. */
export type LinkEnding =
  | { readonly kind: 'unprepared'; readonly problem: Problem; readonly expected: boolean }
  | {
      readonly kind: 'refused'
      readonly token: string
      readonly status: number
      readonly body: string
      readonly retryAfter: string | null
    }
  | {
      readonly kind: 'closed'
      /** Whether the handshake succeeded. */
      readonly opened: boolean
      readonly code: number
      readonly reason: string
      readonly problem: unknown
    }

interface LinkEvents {
  /** The handshake starts. */
  shaking(host: string): void
  opened(): void
  frame(bytes: Uint8Array, binary: boolean): void
  pong(): void
  ended(ending: LinkEnding): void
}

const tooLate = Object.assign(new Error('The handshake took too long'), { code: 'ETIMEDOUT' })

/** One attempt: token, handshake, and the socket until it ends. Ends once; there are no events after `release`. */
export class Link {
  readonly #abort = new AbortController()
  #socket: Socket | null = null
  #over = false
  #open = false
  #host = ''
  #cancelLimit: () => void = () => undefined

  constructor(
    private readonly ports: LinkPorts,
    private readonly events: LinkEvents
  ) {}

  get host(): string {
    return this.#host
  }

  get open(): boolean {
    return this.#open && !this.#over
  }

  start(): void {
    void this.#prepare().then(
      ([address, token]) => this.#shake(address, token),
      (thrown: unknown) => this.#unprepared(thrown)
    )
  }

  send(text: string): void {
    if (this.open) this.#socket?.send(text)
  }

  ping(): void {
    if (this.open) this.#socket?.ping()
  }

  release(how: 'close' | 'terminate'): void {
    if (this.#over) return
    this.#over = true
    this.#cancelLimit()
    this.#abort.abort(new DOMException('No longer wanted', 'AbortError'))
    const socket = this.#socket
    this.#socket = null
    if (how === 'close' && this.#open) socket?.close(1000, 'Leadline is done')
    else socket?.terminate()
  }

  async #prepare(): Promise<[string, string]> {
    const { clock, address, tokens, options } = this.ports
    const limit = deadline(clock, options.tokenWithin, this.#abort.signal)
    try {
      const where = await abandonable(address(), limit.signal)
      this.#host = hostOf(where)
      return [where, await abandonable(tokens.valid(limit.signal), limit.signal)]
    } catch (thrown) {
      if (!limit.passed) throw thrown
      throw fail('stream.token-late', streamText.tokenTimeout, { retryable: true, cause: thrown })
    } finally {
      limit.release()
    }
  }

  #unprepared(thrown: unknown): void {
    this.#end({ kind: 'unprepared', problem: toProblem(thrown), expected: thrown instanceof ProblemError })
  }

  #shake(address: string, token: string): void {
    if (this.#over) return
    this.events.shaking(this.#host)
    // The listener may have cancelled.
    if (this.#over) return
    const { clock, open, options } = this.ports
    // The socket's own limit does not cover the proxy.
    this.#cancelLimit = clock.later(options.handshakeWithin, () =>
      this.#end({ kind: 'closed', opened: false, code: 1006, reason: '', problem: tooLate })
    )
    try {
      const socket = open(
        { address, token, maxBytes: options.maxBytes, handshakeMilliseconds: options.handshakeWithin },
        {
          opened: () => {
            if (this.#over) return
            this.#open = true
            this.#cancelLimit()
            this.events.opened()
          },
          frame: (bytes, binary) => {
            if (!this.#over) this.events.frame(bytes, binary)
          },
          pong: () => {
            if (!this.#over) this.events.pong()
          },
          refused: (status, body, retryAfter) =>
            this.#end({ kind: 'refused', token, status, body, retryAfter }),
          closed: (ending) => this.#end({ kind: 'closed', opened: this.#open, ...ending })
        }
      )
      // It may have ended meanwhile.
      if (this.#over) socket.terminate()
      else this.#socket = socket
    } catch (thrown) {
      this.#unprepared(thrown)
    }
  }

  #end(ending: LinkEnding): void {
    if (this.#over) return
    this.release('terminate')
    this.events.ended(ending)
  }
}

function hostOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && (url.protocol === 'wss:' || url.protocol === 'ws:')) return url.host
  throw fail('stream.address', streamText.notWss)
}
