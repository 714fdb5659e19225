import type { Duplex } from 'node:stream'
import type { Attack, AttackContext } from '../attack'
import { brackets } from '../bodies'
import { canarySecret, echoesOf } from '../canary'
import { counts, losing, market, stream } from '../desk'
import { binary, book, frame, ping, text, trade } from '../frames'

/** Waits until it is sent. */
async function send({ service }: AttackContext, bytes: Buffer): Promise<void> {
  const connection = [...service.connections].at(-1)
  if (connection) await written(connection.raw, bytes)
}
const written = (raw: Duplex, bytes: Buffer) =>
  new Promise<void>((done) => {
    if (raw.destroyed) return done()
    raw.write(bytes, () => done())
  })

/** Alternating frames per second. */
function flood(
  name: string,
  pieces: (desk: AttackContext) => readonly Buffer[],
  { rate = 100_000, says = /^subscribed/, ...more }: Partial<Attack> & { readonly rate?: number } = {}
): Attack {
  return {
    name: `stream: ${name}`,
    async run(desk) {
      const all = pieces(desk)
      const every = 20
      const count = Math.ceil((rate / 1000) * every)
      const batch = Buffer.concat(Array.from({ length: count }, (_, index) => all[index % all.length]!))
      const until = performance.now() + 1000 * desk.factor
      let sent = 0
      for (let next = performance.now(); next < until; next += every) {
        await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
        await send(desk, batch)
        sent += count
      }
      const seconds = (performance.now() - until + 1000 * desk.factor) / 1000
      const { phase, sentence } = await stream(desk.page)
      return `${phase} after ${Math.round(sent / seconds / 1000)},000 frames a second: ${sentence}`
    },
    says,
    ...more
  }
}

const one = (
  name: string,
  bytes: (desk: AttackContext) => Buffer,
  says: RegExp,
  more: Partial<Attack> = {}
): Attack => ({
  name: `stream: ${name}`,
  async run(desk) {
    const content = bytes(desk)
    return losing(desk.page, () => void send(desk, content))
  },
  says,
  ...more
})

/** The stream continues and counts the frame. */
const counted = (
  name: string,
  count: keyof Awaited<ReturnType<typeof counts>>,
  bytes: (desk: AttackContext) => Buffer,
  more: Partial<Attack> = {}
): Attack => ({
  name: `stream: ${name}`,
  async run(desk) {
    const before = (await counts(desk.page))[count]
    await send(desk, bytes(desk))
    let after = before
    for (let tries = 0; after === before && tries < 200; tries += 1) after = (await counts(desk.page))[count]
    return after > before ? `counted as ${count}` : 'not counted'
  },
  says: new RegExp(`^counted as ${count}$`),
  ...more
})

/** The next handshake is answered this way. */
const handshake = (
  name: string,
  answer: (raw: Duplex, desk: AttackContext) => void,
  says: RegExp,
  more: Partial<Attack> = {}
): Attack => ({
  name: `handshake: ${name}`,
  async run(desk) {
    const { service, page } = desk
    service.change({
      upgrade(raw) {
        answer(raw, desk)
        return true
      }
    })
    for (const { socket } of service.connections) socket.terminate()
    let said = ''
    for (let tries = 0; !says.test(said) && tries < 400; tries += 1) {
      const { problem } = await stream(page)
      said = problem?.sentence ?? ''
      await new Promise((done) => setTimeout(done, 50))
    }
    return said
  },
  says,
  ...more
})

const json = (value: unknown) => frame(JSON.stringify(value))
const update = () => json(book(market, 'UPDATE'))
const all = (desk: AttackContext) =>
  [canarySecret, desk.service.token()].flatMap((word) => Object.values(echoesOf(word)))
const channels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'market_data', params: { market: `M${index}` } }))

export const streamAttacks: readonly Attack[] = [
  flood('flood of small frames', () => [frame('{}')]),
  flood('flood of updates', () => [update()], { rate: 50_000 }),
  flood('flood of trades', () => [json(trade(market))], { rate: 50_000, isLong: true }),
  flood('flood of unwatched markets', () => [json(book('NOBODYUSD', 'UPDATE'))], {
    rate: 50_000,
    isLong: true
  }),
  flood('flood of garbled frames', () => [frame('{"channel":')], { isLong: true }),
  flood('flood of garbled books', () => [frame(`{"channel":{"market":"${market}"},`)], {
    isLong: true,
    says: /./
  }),
  flood('flood of snapshots', () => [json(book(market, 'SNAPSHOT', 500))], { rate: 2000, isLong: true }),
  flood('flood of errors', () => [json({ type: 'error', error: 'INTERNAL_SERVER_ERROR', message: 'No' })], {
    isLong: true,
    says: /./
  }),
  flood('flood of pings', () => [frame('ping', ping)], { isLong: true, says: /./ }),
  flood('flood of bytes', (desk) => all(desk).map((word) => frame(Buffer.from(word, 'latin1'), binary)), {
    rate: 20_000
  }),
  one('frame of 64 MB', () => frame(Buffer.alloc(64 * 1024 * 1024, ' ')), /too large|larger|1009/),
  one(
    'a frame in endless pieces',
    () =>
      Buffer.concat([
        frame('{', text, false),
        Buffer.concat(Array.from({ length: 400_000 }, () => frame(' ', 0, false)))
      ]),
    /./
  ),
  one('compressed without agreement', () => Buffer.from([0xc1, 0x02, 0x7b, 0x7d]), /./, { isLong: true }),
  one('no frame at all', () => Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), /./, { isLong: true }),
  {
    name: 'stream: closes with secret and token as its reason',
    async run(desk) {
      const reason = `${desk.service.token()} ${canarySecret}`.slice(0, 120)
      return losing(desk.page, () => {
        for (const { socket } of desk.service.connections) socket.close(4000, reason)
      })
    },
    says: /./
  },
  counted('8 MB of brackets', 'malformed', () => frame(brackets(8_000_000))),
  counted('8 MB of values', 'malformed', () => frame(`{"type":"x","a":[${'1,'.repeat(3_900_000)}1]}`), {
    isLong: true
  }),
  counted(
    '8 MB of escapes',
    'unknownType',
    () => frame(`{"type":"x","a":"${'\\u0041'.repeat(1_300_000)}"}`),
    { isLong: true }
  ),
  counted('a snapshot of 50,000 levels a side', 'fast', () => json(book(market, 'SNAPSHOT', 50_000)), {
    isLong: true
  }),
  counted(
    'a list of 90,000 channels',
    'control',
    () => json({ type: 'subscription_list', channels: channels(90_000) }),
    { isLong: true }
  ),
  counted(
    'an acknowledgement of 90,000 channels',
    'control',
    () => json({ type: 'subscribe', channels: channels(90_000) }),
    { isLong: true }
  ),
  counted('secret and token in an error', 'streamErrors', (desk) =>
    json({ type: 'error', error: 'NO', message: all(desk).join(' ') })
  ),
  counted('secret and token in an acknowledgement', 'control', (desk) =>
    json({ type: 'subscribe', channels: all(desk).map((error) => ({ success: false, error })) })
  ),
  handshake(
    'secret and token in its refusal',
    (raw, desk) => {
      const body = JSON.stringify({ detail: all(desk).join(' ') })
      raw.end(`HTTP/1.1 400 No\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${body}`)
    },
    /\[redacted\]/
  ),
  handshake(
    'endless refusal',
    (raw) => {
      raw.write('HTTP/1.1 500 No\r\n\r\n')
      const more = () => {
        while (!raw.destroyed && raw.write(Buffer.alloc(65_536, '[')));
      }
      raw.on('drain', more)
      more()
    },
    /status 500/
  ),
  handshake(
    'huge headers',
    (raw) => raw.end(`HTTP/1.1 101 Yes\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(2000)}\r\n`),
    /./,
    { isLong: true }
  ),
  handshake(
    'wrong answer',
    (raw) =>
      raw.end(
        'HTTP/1.1 101 Yes\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: no\r\n\r\n'
      ),
    /./,
    { isLong: true }
  )
]
