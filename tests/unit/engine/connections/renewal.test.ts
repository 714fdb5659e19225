import { beforeEach, describe, expect, it } from 'vitest'
import { Connecting } from '../../../../electron/engine/connections/connecting'
import { localProfile } from '../../../../electron/engine/connections/local'

interface Timer {
  readonly at: number
  readonly call: () => void
}

let time: number
let timers: Timer[]
let asked: number[]
let answer: () => Response
let connecting: Connecting

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const access = async () => ({
  restBase: 'http://127.0.0.1:1/v2',
  tokenHost: 'http://127.0.0.1:1',
  streamAddress: 'ws://127.0.0.1:1',
  clientId: 'id',
  clientSecret: 'secret',
  scopes: ['rewards:read_statements']
})
const token = (seconds: number) => () =>
  Response.json({
    access_token: `token-${asked.length}`,
    expires_in: seconds,
    token_type: 'bearer',
    scope: 'rewards:read_statements'
  })

/** The clock runs up to the next thing that is due. */
async function next() {
  const timer = timers.sort((one, other) => one.at - other.at).shift()!
  time = timer.at
  timer.call()
  const count = asked.length
  while (asked.length === count) await settled()
  // What was asked is answered when there is a next step, or a refusal after which there is none.
  while (timers.length === 0 && connecting.status.phase !== 'refused') await settled()
}

beforeEach(() => {
  time = 1_000_000
  timers = []
  asked = []
  answer = token(3600)
  connecting = new Connecting(
    {
      fetch: async () => {
        asked.push(time)
        return answer()
      },
      keepOutOfLogs: () => undefined,
      now: () => time,
      later: (milliseconds, call) => {
        const timer = { at: time + milliseconds, call }
        timers.push(timer)
        return () => void (timers = timers.filter((other) => other !== timer))
      }
    },
    () => undefined
  )
})

describe('a connection outlives its token', () => {
  it('asks for a new one a minute before the old one ends, and stays the same connection', async () => {
    await connecting.connect(localProfile, access)
    const { since } = connecting.status
    expect(timers.map(({ at }) => at - time)).toEqual([3_540_000])
    await next()
    expect(asked).toEqual([1_000_000, 1_000_000 + 3_540_000])
    expect(connecting.status).toMatchObject({
      phase: 'connected',
      since,
      tokenExpiresAt: 1_000_000 + 3_540_000 + 3_600_000
    })
  })

  it('never asks in a rush, however short tokens live', async () => {
    answer = token(5)
    await connecting.connect(localProfile, access)
    for (let round = 0; round < 5; round += 1) await next()
    const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
    expect(gaps).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  })

  it('says so when the new one is refused, and stops asking', async () => {
    await connecting.connect(localProfile, access)
    answer = () => Response.json({ error: 'invalid_client' }, { status: 401 })
    await next()
    expect(connecting.status.phase).toBe('refused')
    expect(connecting.status.tokenExpiresAt).toBeNull()
    expect(timers).toEqual([])
  })

  it('outlives a fault of the network: connected to the end of the token, then tried again until it heals', async () => {
    await connecting.connect(localProfile, access)
    const ends = connecting.status.tokenExpiresAt!
    answer = () => {
      throw new TypeError('fetch failed')
    }
    const phases: string[] = []
    for (let round = 0; round < 8; round += 1) {
      await next()
      expect(connecting.status.phase).toBe(time < ends ? 'connected' : 'failed')
      phases.push(connecting.status.phase)
    }
    expect(new Set(phases)).toEqual(new Set(['connected', 'failed']))
    const gaps = asked.slice(2).map((at, index) => at - asked[index + 1]!)
    expect(gaps).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    answer = token(3600)
    await next()
    expect(connecting.status.phase).toBe('connected')
  })

  it('asks no more after a disconnect', async () => {
    await connecting.connect(localProfile, access)
    connecting.disconnect()
    expect(timers).toEqual([])
    await connecting.connect(localProfile, access)
    connecting.lose(localProfile, 'It went away.')
    expect(timers).toEqual([])
    expect(connecting.status).toMatchObject({ phase: 'failed', sentence: 'It went away.' })
  })
})
