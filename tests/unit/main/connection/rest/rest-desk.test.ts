import { expect, test } from 'vitest'
import type { Link } from '#engine/connection/index'
import { BackOff } from '#engine/base/http/index'
import { RestDesk } from '#main/connection/rest/index'
import { HandClock } from '../../../engine/hand-clock'

type Features = Link['profile']['features']

const linkWith = (features: Partial<Features>): Link => ({
  profile: {
    id: 'p',
    name: 'Desk',
    environment: 'sandbox',
    restBase: 'http://127.0.0.1:1/v2',
    tokenHost: 'http://127.0.0.1:1',
    streamAddress: 'ws://127.0.0.1:1',
    clientId: 'c',
    features: { markets: false, addresses: false, conversions: false, statements: false, ...features }
  } as Link['profile'],
  access: { restBase: 'http://127.0.0.1:1/v2', streamAddress: 'ws://127.0.0.1:1' },
  tokens: { valid: () => Promise.resolve('secret'), drop: () => undefined } as object as Link['tokens'],
  backOff: new BackOff(new HandClock(), () => 0),
  report: () => undefined
})

function setUp() {
  let give: (link: Link | null) => void = () => undefined
  let ended = false
  const asked: [string, unknown][] = []
  const desk = new RestDesk()
  desk.serve({
    connections: {
      onLink(hear) {
        give = hear
        return () => (ended = true)
      }
    },
    fetch: (url, { headers }) => {
      asked.push([url, headers])
      return Promise.resolve(Response.json({ items: [] }))
    },
    keepOutOfLogs: () => undefined,
    redact: (text) => text
  })
  return { desk, asked, give: (link: Link | null) => give(link), isEnded: () => ended }
}

test('asks over the connection in use, with its token and at its address', async () => {
  const { desk, give, asked } = setUp()
  give(linkWith({ addresses: true }))
  const rest = desk.for('addresses')
  if (typeof rest === 'string') throw new Error(rest)
  expect((await rest.addresses.page()).items).toEqual([])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject([
    'http://127.0.0.1:1/v2/transfer/deposit-addresses',
    { authorization: 'Bearer secret' }
  ])
})

test('says why nothing can be asked', () => {
  const { desk, give, isEnded } = setUp()
  const heard: (string | undefined)[] = []
  desk.onLink((link) => heard.push(link?.profile.id))
  expect(desk.for('statements')).toBe('There is no connection. Choose one in Connections.')
  give(linkWith({ addresses: true }))
  expect(desk.for('statements')).toContain('“Statements” is switched off in the connection “Desk”')
  desk.dispose()
  expect(isEnded()).toBe(true)
  expect(desk.for('addresses')).toContain('no connection')
  expect(heard).toEqual([undefined, 'p', undefined])
})

test('a connection that is refused is not called absent, and what is the case is said as it changes', () => {
  const { desk, give } = setUp()
  const heard: string[] = []
  desk.onAbsence(() => heard.push(String(desk.for('statements'))))
  expect(desk.isChosen).toBe(false)
  desk.connectionChanged({ phase: 'connecting', sentence: 'Connecting to Desk.' })
  const refused = { phase: 'refused', sentence: 'api.example does not accept the client secret.' } as const
  desk.connectionChanged(refused)
  desk.connectionChanged(refused)
  expect(desk.isChosen).toBe(true)
  expect(heard).toEqual(['Connecting to Desk.', refused.sentence])
  give(linkWith({ statements: true }))
  desk.connectionChanged({ phase: 'connected', sentence: 'Connected to Desk.' })
  expect(typeof desk.for('statements')).toBe('object')
  give(null)
  desk.connectionChanged({ phase: 'idle', sentence: 'Not connected.' })
  expect(desk.for('statements')).toBe('There is no connection. Choose one in Connections.')
})
