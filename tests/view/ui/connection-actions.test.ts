import { expect, it } from 'vitest'
import { connectionActions } from '#renderer/lib/connection-actions'
import type { Desk } from '#renderer/lib/desk'

type Parts = Parameters<typeof connectionActions>[0]
type Phase = Desk['connections']['status']['phase']

function labels(phase: Phase, action: string | null, profileId: string | null = 'desk') {
  const parts = {
    connections: {
      status: { phase, profileId },
      profile: (id: string | null) => (id === null ? undefined : { id })
    },
    session: { status: { action } },
    router: {},
    attempt: async () => true
  } as object as Parts
  return connectionActions(parts).map(({ label }) => label)
}

it('offers a retry only while waiting', () => {
  expect(labels('refused', 'retry')).toEqual(['Try now', 'Open connection'])
  expect(labels('failed', 'retry')).toEqual(['Try now', 'Open connection'])
  expect(labels('refused', 'edit')).toEqual(['Open connection'])
  expect(labels('connected', 'retry')).toEqual(['Open connection'])
  expect(labels('idle', 'choose', null)).toEqual(['Choose a connection', 'Connect to the local sandbox'])
})
