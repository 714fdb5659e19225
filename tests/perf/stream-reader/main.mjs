import { WebSocket } from 'ws'

// The least a program can do with the stream: plain Node that subscribes to every market and parses each message.
const { auth_url, ws_url, client_id, client_secret, markets } = JSON.parse(process.argv[2] ?? '')
const response = await fetch(`${auth_url}/oauth2/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: 'exchange:read_aggregated_marketdata_stream'
  })
})
const { access_token } = await response.json()
const socket = new WebSocket(ws_url, {
  headers: { authorization: `Bearer ${access_token}` },
  perMessageDeflate: false
})
let messages = 0
socket.on('message', (data) => {
  messages += JSON.parse(data.toString()) === null ? 0 : 1
})
socket.on('open', () => {
  const channels = markets.flatMap((market) =>
    ['market_data', 'execution_data'].map((type) => ({ type, params: { market } }))
  )
  socket.send(JSON.stringify({ type: 'subscribe', channels }))
})
socket.on('close', () => process.exit())
process.on('message', () => process.send?.(messages))
process.on('disconnect', () => process.exit())
