import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Script = (response: ServerResponse, request: IncomingMessage, count: number) => void

export interface ScriptedServer {
  readonly origin: string
  readonly asked: readonly IncomingMessage[]
  /** `count` starts at 1. */
  reply: Script
  close(): Promise<void>
}

export async function startScriptedServer(reply: Script): Promise<ScriptedServer> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    request.resume()
    running.reply(response, request, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const running: ScriptedServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    reply,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return running
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
