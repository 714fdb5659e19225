import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'

export interface TunnelTarget {
  readonly host: string
  readonly port: number
}

interface TunnelOptions {
  /** Connected to the proxy. */
  readonly way: Socket
  readonly proxy: { readonly host: string; readonly port: number }
  readonly target: TunnelTarget
  readonly authorization: string | null
  readonly milliseconds: number
}

/** Tunnels to the target with CONNECT. */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { way, proxy, target, authorization, milliseconds } = options
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  const authority = `${host}:${target.port}`
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => way,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(authorization ? { 'proxy-authorization': authorization } : {}) }
    })
    const limit = setTimeout(() => request.destroy(refused(networkText.proxyTimeout(name))), milliseconds)
    const stop = (problem: Error) => {
      clearTimeout(limit)
      reject(problem)
    }
    const name = `${proxy.host}:${proxy.port}`
    const refused = (sentence: string) => fail('network.proxy', sentence, { retryable: true })
    const refusedWith = (status = 0) => refused(networkText.proxyRefused(name, authority, status))
    request.once('connect', (response, socket, head) => {
      clearTimeout(limit)
      if (response.statusCode === 200) {
        // Early data of the target follows the proxy's response.
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      reject(
        response.statusCode === 407
          ? refused(networkText.proxyPassword(name))
          : refusedWith(response.statusCode)
      )
    })
    request.once('response', (response) => {
      response.destroy()
      stop(refusedWith(response.statusCode))
    })
    request.once('error', stop)
    request.end()
  })
}
