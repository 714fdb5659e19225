import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newKey, release, signed } from '../unit/engine/app/updates/release'
import type { Script } from './support/scripted-server'
import { endless, openUpdatesDesk, type UpdatesDesk } from './updates-desk'

let desk: UpdatesDesk
beforeEach(async () => {
  desk = await openUpdatesDesk()
})
afterEach(() => desk.close())

const send =
  (text: string): Script =>
  (response) =>
    void response.end(text)

describe('a manifest', () => {
  test('is accepted', async () => {
    expect(await desk.check(send(desk.manifest()))).toBeNull()
    expect(desk.updates.state().available).toMatchObject({ version: '0.2.0', way: 'page' })
    expect(Object.keys(desk.server.asked[0]!.headers).sort()).toEqual(
      [
        ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'connection', 'host'],
        'sec-fetch-mode',
        'user-agent'
      ].sort()
    )
    expect(desk.server.asked[0]!.headers).toMatchObject({ 'user-agent': 'Leadline', 'accept-language': 'en' })
  })

  test.each<[string, string, () => Script]>([
    [
      'tampered with',
      'updates.signature',
      () => send(desk.manifest().replace(/"payload":"[^"]{20}/, '"payload":"AAAAAAAAAAAAAAAAAAAA'))
    ],
    ['of another key', 'updates.signature', () => send(signed(release({}, desk.clock.wall()), newKey()))],
    [
      'expired',
      'updates.expired',
      () => send(desk.manifest({ expires: new Date(desk.clock.wall()).toISOString() }))
    ],
    ['of the future', 'updates.clock', () => send(desk.manifest({ released: '2090-01-01T00:00:00Z' }))],
    ['cut off', 'updates.truncated', () => send(desk.manifest().slice(0, -50))],
    [
      'cut off by the connection',
      'updates.truncated',
      () => (response) => {
        response.writeHead(200, { 'content-length': desk.manifest().length })
        response.write(desk.manifest().slice(0, 100), () => response.destroy())
      }
    ],
    ['far too long', 'updates.too-long', () => (response) => endless(response)],
    ['announced as far too long', 'updates.too-long', () => send(`${desk.manifest()}${' '.repeat(300_000)}`)],
    ['of another kind', 'updates.shape', () => send('<html></html>')],
    ['not there', 'updates.status', () => (response) => void response.writeHead(404).end(desk.manifest())],
    [
      'at another origin',
      'updates.redirect',
      () => (response) =>
        void response.writeHead(302, { location: `${desk.elsewhere.origin}/leadline.json` }).end()
    ],
    [
      'at another scheme',
      'updates.redirect',
      () => (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    ],
    [
      'redirected endlessly',
      'updates.redirect',
      () => (response, _request, count) => void response.writeHead(302, { location: `/again/${count}` }).end()
    ]
  ])('that is %s is refused', async (_title, code, reply) => {
    expect(await desk.check(reply())).toBe(code)
    expect(desk.updates.state().available).toBeNull()
    expect(desk.elsewhere.asked).toHaveLength(0)
    // A good one is accepted again.
    expect(await desk.check(send(desk.manifest()))).toBeNull()
    expect(desk.updates.state().available?.version).toBe('0.2.0')
  })

  test('that is older than one before is refused, after a restart too', async () => {
    expect(await desk.check(send(desk.manifest({ sequence: 9 })))).toBeNull()
    expect(await desk.check(send(desk.manifest({ sequence: 8, version: '0.9.0' })))).toBe('updates.older')
    await desk.restart()
    expect(await desk.check(send(desk.manifest({ sequence: 8, version: '0.9.0' })))).toBe('updates.older')
    expect(desk.updates.state().available?.version).toBe('0.2.0')
  })

  test('that drips is refused after twenty seconds in all', async () => {
    let dripping: ServerResponse | null = null
    desk.server.reply = (response) => {
      dripping = response
      response.writeHead(200)
      response.write('{')
    }
    desk.clock.advance(61_000)
    const checked = desk.updates.check()
    await expect.poll(() => dripping).not.toBeNull()
    for (let second = 0; second < 20; second += 1) {
      expect(desk.updates.state().checking).toBe(true)
      dripping!.write(' ')
      desk.clock.advance(1000)
    }
    await checked
    expect(desk.updates.state().problem?.code).toBe('updates.timeout')
  })

  test('may be redirected within its origin', async () => {
    const reply: Script = (response, { url }) =>
      url === '/leadline.json'
        ? void response.writeHead(302, { location: '/moved.json' }).end()
        : void response.end(desk.manifest())
    expect(await desk.check(reply)).toBeNull()
  })
})
