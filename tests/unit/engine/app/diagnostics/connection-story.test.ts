import { describe, expect, it } from 'vitest'
import { ConnectionStory } from '#engine/app/diagnostics/index'
import type { ConnectionsState, ConnectionStatus } from '#shared/contract/connection/connections'
import type { ConnectionPhase } from '#shared/domain/connection/phases'
import { localProfile } from '#engine/connection/local'

const desk = { ...localProfile, id: 'desk', name: 'Desk' }
let since = 0

const state = (phase: ConnectionPhase, more: Partial<ConnectionStatus> = {}): ConnectionsState => ({
  profiles: [localProfile, desk],
  keychain: { state: 'ready', sentence: '' },
  checkingWrites: null,
  status: {
    profileId: phase === 'idle' ? null : 'desk',
    phase,
    sentence: 'Not connected.',
    since: (since += 1500),
    problem: null,
    retryAt: null,
    troubles: [],
    tokenExpiresAt: null,
    granted: [],
    ...more
  }
})

const notify = (...states: ConnectionsState[]) => {
  const story = new ConnectionStory()
  return states.map((each) => story.next(each, since).map(({ words }) => words))
}

describe('the connection’s timeline', () => {
  it('reports connecting with its duration, token and scopes', () => {
    const start = state('connecting')
    const granted = ['a:read', 'b:read']
    const end = state('connected', { granted, tokenExpiresAt: start.status.since + 1500 + 3_600_000 })
    expect(notify(state('idle'), start, end)).toEqual([
      [],
      ['Connecting to Desk'],
      ['Token obtained for 60 min, scopes a:read, b:read', 'Connected to Desk after 1.5 s']
    ])
  })

  it('reports a new token with its own time, and nothing else while connected', () => {
    const first = state('connected', { granted: ['a:read'], tokenExpiresAt: 3_600_000 })
    const second = { ...first, status: { ...first.status, tokenExpiresAt: 10_800_000 } }
    const story = new ConnectionStory()
    expect(story.next(first, 0).map(({ at }) => at)).toEqual([first.status.since, first.status.since])
    expect(story.next(second, 3_600_000)).toEqual([
      { kind: 'quiet', words: 'Token renewed for 120 min, scope a:read' }
    ])
  })

  it('reports a refused feature, which is not a new token', () => {
    const first = state('connected', { tokenExpiresAt: 3_600_000 })
    const trouble = { feature: 'addresses' as const, sentence: 'The scope is missing.', at: 5 }
    const second = { ...first, status: { ...first.status, troubles: [trouble] } }
    const third = { ...first, status: { ...first.status, troubles: [{ ...trouble, at: 6 }] } }
    expect(notify(first, second, third, first).slice(1)).toEqual([['The scope is missing.'], [], []])
  })

  it('gives the reason of a refusal, a failure and a loss', () => {
    const sentence = 'The client secret is wrong.'
    expect(notify(state('refused', { sentence }))[0]).toEqual([`Refused by Desk: ${sentence}`])
    expect(notify(state('connecting'), state('failed', { sentence }))[1]).toEqual([
      `Could not connect to Desk: ${sentence}`
    ])
    expect(notify(state('connected'), state('failed', { sentence }))[1]).toEqual([
      `Connection to Desk lost: ${sentence}`
    ])
  })

  it('reports the end with its reason and the deleted profile’s name', () => {
    expect(notify(state('connected'), state('idle'))[1]).toEqual(['Disconnected from Desk'])
    const sentence = 'The connection in use was deleted.'
    const deleted = { ...state('idle', { sentence }), profiles: [localProfile] }
    expect(notify(state('connected'), deleted)[1]).toEqual([`Disconnected from Desk: ${sentence}`])
    expect(notify(state('connecting'), state('idle'))[1]).toEqual(['Stopped connecting to Desk'])
  })

  it('ignores changes of the profile list', () => {
    const connected = state('connected')
    expect(notify(connected, { ...connected, status: { ...connected.status }, profiles: [desk] })[1]).toEqual(
      []
    )
  })
})
