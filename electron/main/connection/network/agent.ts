import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { reachOfIp } from '#engine/base/http/reach'
import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import { parseProxies, proxyAuthorization, type Proxy } from './proxies'
import { connected, secureSocket } from './secure-socket'
import { openSocks } from './socks'
import { openTunnel, type TunnelTarget } from './tunnel'

interface AgentPorts {
  /** For example `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Additional trusted certificates, as PEM. */
  readonly authorities: () => readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly milliseconds?: number
}

interface ConnectOptions {
  readonly host?: string | null
  readonly port?: number | string | null
  readonly servername?: string
}
type Done = (problem: Error | null, socket?: Socket) => void

/** An agent for one WebSocket URL, using the system's proxy settings. */
export function streamAgent(address: string, ports: AgentPorts): HttpAgent {
  const secure = /^(wss|https):/i.test(address)
  const open = async (options: ConnectOptions): Promise<Socket> => {
    const target = { host: options.host ?? 'localhost', port: Number(options.port ?? (secure ? 443 : 80)) }
    // Plain connections are only allowed to loopback, without a proxy.
    if (!secure) return openLoopback(target, ports)
    const way = await openWay(address, target, ports)
    const { servername } = options
    return secureSocket(way, { host: target.host, servername }, trusted(ports), ports.milliseconds ?? 15_000)
  }
  const createConnection = (options: ConnectOptions, done: Done) => {
    open(options).then(
      (socket) => done(null, socket),
      (problem: unknown) => done(problem instanceof Error ? problem : new Error(String(problem)))
    )
  }
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.assign(agent, { createConnection })
}

async function openLoopback(target: TunnelTarget, { milliseconds = 15_000 }: AgentPorts): Promise<Socket> {
  const socket = await connected(connectPlain(target), 'connect', milliseconds)
  if (reachOfIp(socket.remoteAddress ?? '') === 'loopback') return socket
  socket.destroy()
  throw fail('network.plain', networkText.notLocal(target.host))
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

async function openOne(proxy: Proxy, target: TunnelTarget, ports: AgentPorts): Promise<Socket> {
  const { milliseconds = 15_000 } = ports
  if (proxy.kind === 'unknown') {
    throw fail('network.proxy', networkText.unknownProxy(proxy.text))
  }
  if (proxy.kind === 'direct') return connected(connectPlain(target), 'connect', milliseconds)
  if (proxy.kind === 'socks5') return openSocks(proxy, target, milliseconds)
  const way = await connected(connectPlain(proxy), 'connect', milliseconds)
  return openTunnel({
    way: proxy.kind === 'https' ? await secureSocket(way, proxy, trusted(ports), milliseconds) : way,
    proxy,
    target,
    authorization: proxyAuthorization(proxy, ports.environment),
    milliseconds
  })
}

const trusted = (ports: AgentPorts) => [...rootCertificates, ...ports.authorities()]
