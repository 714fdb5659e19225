import { expect, test } from 'vitest'
import type { Link } from '#engine/connection/index'
import { BackOff } from '#engine/base/http/index'
import { Emitter } from '#shared/domain/base/emitter'
import { RestAccess } from '#main/connection/rest/index'
import type { ConnectionsState, ConnectionStatus } from '#shared/contract/connection/connections'
import { HandClock } from '../../../engine/hand-clock'

type Status = Pick<ConnectionStatus, 'phase' | 'sentence'> & { readonly profileId?: string }
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
  const links = new Emitter<Link | null>()
  const states = new Emitter<ConnectionsState>()
  const profiles = [{ id: 'feed', name: 'Trading desk', feed: { servers: [], digest: '' } }]
  const stateWith = (status: Status) => ({ status, profiles }) as object as ConnectionsState
  const asked: [string, unknown][] = []
  const access = new RestAccess({
    connections: {
      read: () => stateWith({ phase: 'idle', sentence: 'Not connected.' }),
      onLink: links.on,
      onChange: states.on
    },
    fetch: (url, { headers }) => {
      asked.push([url, headers])
      return Promise.resolve(Response.json({ items: [] }))
    },
    keepOutOfLogs: () => undefined,
    redact: (text) => text
  })
  return {
    access,
    asked,
    give: links.fire.bind(links),
    show: (status: Status) => states.fire(stateWith(status))
  }
}

test('requests over the connection in use with its token', async () => {
  const { access, give, asked } = setUp()
  give(linkWith({ addresses: true }))
  const rest = access.for('addresses')
  if (typeof rest === 'string') throw new Error(rest)
  expect((await rest.addresses.page()).items).toEqual([])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject([
    'http://127.0.0.1:1/v2/transfer/deposit-addresses',
    { authorization: 'Bearer secret' }
  ])
})

test('explains why requests are unavailable', () => {
  const { access, give } = setUp()
  const calls: (string | undefined)[] = []
  access.onLink((link) => calls.push(link?.profile.id))
  expect(access.for('statements')).toBe('There is no connection. Choose one in Connections.')
  give(linkWith({ addresses: true }))
  expect(access.for('statements')).toContain('“Statements” is turned off in the connection “Desk”')
  access.dispose()
  give(linkWith({ addresses: true }))
  expect(access.for('addresses')).toContain('no connection')
  expect(calls).toEqual([undefined, 'p', undefined])
})

test('reports a refused connection and its changes', () => {
  const { access, give, show } = setUp()
  const calls: string[] = []
  access.onAbsence(() => calls.push(String(access.for('statements'))))
  expect(access.isChosen).toBe(false)
  show({ phase: 'connecting', sentence: 'Connecting to Desk.' })
  const refused = { phase: 'refused', sentence: 'api.example does not accept the client secret.' } as const
  show(refused)
  show(refused)
  expect(access.isChosen).toBe(true)
  expect(calls).toEqual(['Connecting to Desk.', refused.sentence])
  give(linkWith({ statements: true }))
  show({ phase: 'connected', sentence: 'Connected to Desk.' })
  expect(typeof access.for('statements')).toBe('object')
  give(null)
  show({ phase: 'idle', sentence: 'Not connected.' })
  expect(access.for('statements')).toBe('There is no connection. Choose one in Connections.')
})

test('says that a desk feed has no records', () => {
  const { access, show } = setUp()
  show({ profileId: 'feed', phase: 'connected', sentence: 'Connected.' })
  expect(access.for('addresses')).toContain('“Trading desk” is a desk feed')
})
