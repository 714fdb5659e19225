import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { SandboxDescription } from '#sandbox/index'

const scope = 'exchange:read_aggregated_marketdata_stream'

/** The least that a program does with the same stream as the collector: all frames of all markets, unread. */
export async function openDirect(
  { auth_url, ws_url, client_id, client_secret, markets }: SandboxDescription,
  onFrame: (bytes: Buffer) => void
): Promise<WebSocket> {
  const response = await fetch(`${auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope })
  })
  const { access_token } = (await response.json()) as { readonly access_token: string }
  const socket = new WebSocket(ws_url, {
    headers: { authorization: `Bearer ${access_token}` },
    perMessageDeflate: false,
    skipUTF8Validation: true
  })
  socket.on('message', (data: Buffer) => onFrame(data))
  await once(socket, 'open')
  const channels = markets.flatMap((market) =>
    ['market_data', 'execution_data'].map((type) => ({ type, params: { market } }))
  )
  socket.send(JSON.stringify({ type: 'subscribe', channels }))
  return socket
}
