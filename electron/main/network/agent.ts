import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure, rootCertificates } from 'node:tls'
import { fail } from '../../shared/domain/problem'
import { parseProxies, proxyAuthorization, type Proxy } from './proxies'
import { openSocks } from './socks'
import { openTunnel, type TunnelTarget } from './tunnel'

export interface AgentPorts {
  /** What the system says of an address: `DIRECT`, `PROXY host:port`, and so on. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Certificates, as PEM texts, that are trusted besides the built-in ones. */
  readonly authorities: () => readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly milliseconds?: number
}

interface ConnectOptions {
  readonly host?: string | null
  readonly port?: number | string | null
  readonly servername?: string
}
type Connected = (problem: Error | null, socket?: Socket) => void

/** An agent for one WebSocket address, which goes the way that the system prescribes. */
export function streamAgent(address: string, ports: AgentPorts): HttpAgent {
  const secure = /^(wss|https):/i.test(address)
  const createConnection = (options: ConnectOptions, connected: Connected) => {
    const target = { host: options.host ?? 'localhost', port: Number(options.port ?? (secure ? 443 : 80)) }
    openWay(address, target, ports)
      .then((way) => (secure ? secured(way, target, options.servername, ports) : way))
      .then(
        (socket) => connected(null, socket),
        (problem: unknown) => connected(problem instanceof Error ? problem : new Error(String(problem)))
      )
  }
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.assign(agent, { createConnection })
}

async function openWay(address: string, target: TunnelTarget, ports: AgentPorts): Promise<Socket> {
  let last: unknown = null
  for (const proxy of parseProxies(await ports.resolveProxy(address))) {
    try {
      return await openOne(proxy, target, ports)
    } catch (problem) {
      last = problem
    }
  }
  throw last
}

function openOne(proxy: Proxy, target: TunnelTarget, ports: AgentPorts): Promise<Socket> {
  const { milliseconds = 15_000 } = ports
  if (proxy.kind === 'unknown') {
    throw fail(
      'network.proxy',
      `The system prescribes a proxy of a kind that Leadline does not know: ${proxy.text}.`
    )
  }
  if (proxy.kind === 'direct') return connected(connectPlain(target), 'connect', milliseconds)
  if (proxy.kind === 'socks5') return openSocks(proxy, target, milliseconds)
  return openTunnel({
    proxy,
    target,
    authorization: proxyAuthorization(proxy, ports.environment),
    authorities: trusted(ports),
    milliseconds
  })
}

function secured(
  way: Socket,
  target: TunnelTarget,
  name: string | undefined,
  ports: AgentPorts
): Promise<Socket> {
  const servername = isIP(target.host) ? {} : { servername: name || target.host }
  const socket = connectSecure({ socket: way, host: target.host, ca: trusted(ports), ...servername })
  return connected(socket, 'secureConnect', ports.milliseconds ?? 15_000)
}

const trusted = (ports: AgentPorts) => [...rootCertificates, ...ports.authorities()]

function connected(socket: Socket, event: string, milliseconds: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      socket.destroy(Object.assign(new Error('The connection took too long'), { code: 'ETIMEDOUT' }))
    }, milliseconds)
    socket.once(event, () => {
      clearTimeout(limit)
      socket.off('error', refuse)
      resolve(socket)
    })
    const refuse = (problem: Error) => {
      clearTimeout(limit)
      reject(problem)
    }
    socket.once('error', refuse)
  })
}
