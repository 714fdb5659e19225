import { answerRequest } from '#sandbox/stream/requests'
import type { WireChannel } from '#shared/wire/stream'
import type { OpenSocket, Socket, SocketEvents, SocketRequest } from '#engine/connection/stream/types'
import type { HandClock } from '../../hand-clock'

interface Sent {
  readonly type: string
  readonly channels?: readonly WireChannel[]
}

/** Records the session; the test plays the service. */
export class ScriptedSocket implements Socket {
  readonly sent: Sent[] = []
  readonly sentAt: number[] = []
  readonly channels = new Map<string, WireChannel>()
  pings = 0
  state: 'shaking' | 'open' | 'ended' = 'shaking'
  endedBy: 'close' | 'terminate' | 'service' | null = null

  constructor(
    private readonly service: ScriptedService,
    readonly request: SocketRequest,
    readonly events: SocketEvents
  ) {}

  send(text: string): void {
    if (this.state !== 'open') throw new Error(`sent on a socket that is ${this.state}`)
    this.sent.push(JSON.parse(text) as Sent)
    this.sentAt.push(this.service.clock.monotonic())
    if (this.service.responsive) this.service.clock.later(this.service.latency, () => this.answer(text))
  }

  ping(): void {
    this.pings += 1
    if (this.service.answersPings) this.service.clock.later(this.service.latency, () => this.pong())
  }

  close(): void {
    this.#gone('close', 1000)
  }

  terminate(): void {
    this.#gone('terminate', 1006)
  }

  accept(): void {
    if (this.state !== 'shaking') return
    this.state = 'open'
    this.events.opened()
  }

  refuse(status: number, body = '', retryAfter: string | null = null): void {
    if (this.state !== 'shaking') return
    this.events.refused(status, body, retryAfter)
    this.#gone('service', 1006)
  }

  fail(problem: unknown): void {
    this.#gone('service', 1006, '', problem)
  }

  end(code: number, reason = ''): void {
    this.#gone('service', code, reason)
  }

  pong(): void {
    if (this.state === 'open') this.events.pong()
  }

  say(message: unknown): void {
    if (this.state === 'open') this.events.frame(new TextEncoder().encode(JSON.stringify(message)), false)
  }

  sendData(name: string, type: 'SNAPSHOT' | 'UPDATE' = 'UPDATE'): void {
    const channel = { type: 'market_data', params: { market: name } }
    const payload = { market: name, type, time: '2026-10-05T12:00:00Z', bids: [], asks: [] }
    this.say({ channel, payload })
  }

  /** By the sandbox's rules. */
  answer(text: string): void {
    if (this.state !== 'open') return
    const begun: string[] = []
    const key = ({ type, params }: WireChannel) => `${type} ${params.market}`
    const answer = answerRequest(text, {
      hasMarket: (name) => !name.startsWith('NO'),
      hasChannel: (channel) => this.channels.has(key(channel)),
      add: (channel) => {
        this.channels.set(key(channel), channel)
        if (channel.type === 'market_data') begun.push(channel.params.market)
      },
      remove: (channel) => this.channels.delete(key(channel)),
      list: () => [...this.channels.values()]
    })
    this.say(answer)
    for (const name of begun) this.sendData(name, 'SNAPSHOT')
  }

  get changes(): string[] {
    return this.sent
      .filter(({ type }) => type !== 'subscription_list')
      .map(({ type, channels = [] }) =>
        [
          type,
          ...channels.map(
            ({ type: kind, params }) => `${kind === 'market_data' ? 'book' : 'trades'} ${params.market}`
          )
        ].join(' ')
      )
  }

  get lists(): number {
    return this.sent.filter(({ type }) => type === 'subscription_list').length
  }

  #gone(by: 'close' | 'terminate' | 'service', code: number, reason = '', problem: unknown = null): void {
    if (this.state === 'ended') return
    this.state = 'ended'
    this.endedBy = by
    this.channels.clear()
    if (by === 'service') this.events.closed({ code, reason, problem })
    // The library reports the end of a closed socket later.
    else this.service.late.push(() => this.events.closed({ code, reason, problem }))
  }
}

export class ScriptedService {
  readonly sockets: ScriptedSocket[] = []
  /** Late events of closed sockets. */
  readonly late: (() => void)[] = []
  responsive = true
  answersPings = true
  latency = 20

  constructor(readonly clock: HandClock) {}

  readonly open: OpenSocket = (request, events) => {
    const socket = new ScriptedSocket(this, request, events)
    this.sockets.push(socket)
    return socket
  }

  get last(): ScriptedSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }

  get alive(): ScriptedSocket[] {
    return this.sockets.filter(({ state }) => state !== 'ended')
  }
}
