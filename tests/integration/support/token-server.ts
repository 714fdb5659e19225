import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

export interface Asked {
  readonly path: string
  readonly contentType: string | undefined
  readonly form: URLSearchParams
}

type Reply = (response: ServerResponse, asked: Asked) => void

export interface TokenServer {
  readonly port: number
  readonly address: string
  readonly asked: readonly Asked[]
  reply: Reply
  close(): Promise<void>
}

export const grant =
  (scope?: string): Reply =>
  (response, { form }) =>
    json(response, 200, {
      access_token: `token-for-${form.get('client_id')}`,
      expires_in: 3600,
      token_type: 'bearer',
      scope: scope ?? form.get('scope')
    })

export function json(response: ServerResponse, status: number, body: unknown, type = 'application/json') {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

export async function startTokenServer(tls?: ServerOptions): Promise<TokenServer> {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = {
      path: request.url ?? '',
      contentType: request.headers['content-type'],
      form: new URLSearchParams(Buffer.concat(parts).toString())
    }
    asked.push(one)
    running.reply(response, one)
  }
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const running: TokenServer = {
    port,
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    reply: grant(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return running
}
