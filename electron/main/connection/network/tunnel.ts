import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { fail } from '#shared/domain/base/problem'

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

/** A connection to the target through a proxy's CONNECT. What flows in it is for the target alone. */
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
    const limit = setTimeout(() => request.destroy(refused('did not answer in time')), milliseconds)
    const stop = (problem: Error) => {
      clearTimeout(limit)
      reject(problem)
    }
    const refused = (what: string) =>
      fail('network.proxy', `The system's proxy ${proxy.host}:${proxy.port} ${what}.`, { retryable: true })
    request.once('connect', (response, socket, head) => {
      clearTimeout(limit)
      if (response.statusCode === 200) {
        // What the target sent at once belongs to it, not to the proxy's answer.
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      reject(
        refused(
          response.statusCode === 407
            ? 'asks for a name and password'
            : `does not let ${authority} through (status ${response.statusCode})`
        )
      )
    })
    request.once('response', (response) => {
      response.destroy()
      stop(refused(`does not let ${authority} through (status ${response.statusCode})`))
    })
    request.once('error', stop)
    request.end()
  })
}
