import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { messageOf, type DeliveryMessage } from '#engine/market/alerts/delivery/message'
import { newSecret, sendWebhook } from '#engine/market/alerts/delivery/webhook'
import { freshFolder } from '../../../../../integration/support/folder'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** On loopback, until the test ends. */
async function serve(answer: (response: ServerResponse) => void) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts?desk=1` }
}

const message: DeliveryMessage = messageOf(
  {
    number: 4,
    alert: 'one',
    market: 'BTCUSD',
    at: Date.UTC(2026, 10, 24, 14, 2, 11, 5),
    condition: { kind: 'spread', market: 'BTCUSD', basisPoints: '5' },
    values: [{ name: 'Spread (bp)', value: '6.25' }],
    note: 'Größe 漢字 “quoted”',
    seen: false,
    escalatedAt: null,
    evidence: null
  },
  'event-1',
  'Treasury'
)
const secret = newSecret()
const send = (url: string, signal = new AbortController().signal) =>
  sendWebhook({ clock: systemClock, fetch: (to, init) => fetch(to, init) }, { url, secret }, message, signal)

test('sends id, time, market, condition and figures, signed with the secret', async () => {
  const { received, url } = await serve((response) => response.writeHead(204).end())
  await send(url)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(JSON.parse(body)).toEqual({
    id: 'event-1',
    event: 'fired',
    time: '2026-11-24T14:02:11.005Z',
    connection: 'Treasury',
    market: 'BTCUSD',
    condition: expect.stringContaining('5') as string,
    rule: { kind: 'spread', market: 'BTCUSD', basisPoints: '5' },
    figures: [{ name: 'Spread (bp)', value: '6.25' }],
    note: 'Größe 漢字 “quoted”'
  })
  const timestamp = String(headers['leadline-timestamp'])
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  expect(headers['leadline-signature']).toBe(`v1=${expected}`)
  expect(JSON.stringify(received)).not.toContain(secret)
})

test('is verified by the Python example of the documentation', async () => {
  const { received, url } = await serve((response) => response.end())
  await send(url)
  const { headers, body } = received[0]!
  const page = await readFile(path.resolve('docs/alert-delivery.md'), 'utf8')
  const example = /```python\n([^]*?)```/.exec(page)![1]!
  const folder = await freshFolder()
  await writeFile(path.join(folder, 'receiver.py'), example)
  await writeFile(path.join(folder, 'body'), body)
  const check = async (changed: Partial<Record<'secret' | 'timestamp' | 'signature', string>>) => {
    const given = {
      secret,
      timestamp: String(headers['leadline-timestamp']),
      signature: String(headers['leadline-signature']),
      ...changed
    }
    const code = `import receiver, sys; print(receiver.is_genuine(sys.argv[1], sys.argv[2], sys.argv[3], open("body", "rb").read()))`
    const { stdout } = await promisify(execFile)(
      'python3',
      ['-c', code, given.secret, given.timestamp, given.signature],
      { cwd: folder }
    )
    return stdout.trim()
  }
  expect(await check({})).toBe('True')
  expect(await check({ secret: newSecret() })).toBe('False')
  expect(await check({ timestamp: String(Number(headers['leadline-timestamp']) - 1000) })).toBe('False')
  await writeFile(path.join(folder, 'body'), body.replace('6.25', '6.26'))
  expect(await check({})).toBe('False')
})

test('retries only what may help', async () => {
  const outcomes = [
    [200, null],
    [204, null],
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [410, false],
    [429, true],
    [500, true],
    [503, true]
  ] as const
  for (const [status, retryable] of outcomes) {
    const { url } = await serve((response) => response.writeHead(status).end('{"secret":"of the server"}'))
    const outcome = await send(url).then(
      () => null,
      (thrown: { problem: { retryable: boolean; sentence: string } }) => thrown.problem
    )
    expect(outcome?.retryable ?? null).toBe(retryable)
    if (outcome) expect(outcome.sentence).toBe(`The webhook’s server answered with status ${status}.`)
  }
})

test('follows no redirect, and names no host in its sentences', async () => {
  const other = await serve((response) => response.end())
  const { url } = await serve((response) => response.writeHead(307, { location: other.url }).end())
  const problemOf = (to: string) =>
    send(to).then(
      () => null,
      (thrown: { problem: { sentence: string; retryable: boolean } }) => thrown.problem
    )
  expect((await problemOf(url))?.sentence).toMatch(/^The webhook’s server /)
  expect(other.received).toEqual([])
  const { url: closed } = await serve((response) => void response.socket?.destroy())
  const problem = await problemOf(closed)
  expect(problem).toMatchObject({ retryable: true })
  expect(problem?.sentence).not.toContain('127.0.0.1')
})

test('does not wait for an endless answer, and ends with the app', async () => {
  const { url } = await serve((response) => {
    response.writeHead(200)
    response.write('x'.repeat(100_000))
  })
  await send(url)
  const { url: silent, received } = await serve(() => undefined)
  const end = new AbortController()
  const sent = send(silent, end.signal)
  await expect.poll(() => received.length).toBe(1)
  end.abort(new Error('quit'))
  await expect(sent).rejects.toThrow('quit')
})
