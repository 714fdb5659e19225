import type { ConnectionsState, ConnectionStatus } from '#shared/contract/connection/connections'
import type { TimelineKind } from '#shared/contract/app/diagnostics'
import { timelineText } from '#shared/messages/app'

export interface TimelineNote {
  readonly kind: TimelineKind
  readonly words: string
  readonly at?: number
  /** Notes of the same name become one entry with a count. */
  readonly repeats?: string
  readonly times?: number
}

const same = (one: ConnectionStatus, other: ConnectionStatus) =>
  one.profileId === other.profileId &&
  one.phase === other.phase &&
  one.since === other.since &&
  one.tokenExpiresAt === other.tokenExpiresAt &&
  one.sentence === other.sentence &&
  one.troubles === other.troubles

/** The same connection with a new token. */
const renewed = (before: ConnectionStatus, after: ConnectionStatus) =>
  before.phase === 'connected' &&
  after.phase === 'connected' &&
  before.profileId === after.profileId &&
  before.since === after.since

const quiet = (words: string): TimelineNote => ({ kind: 'quiet', words })

/** Timeline entries for changes of the connection. */
export class ConnectionStory {
  #last: ConnectionStatus | null = null
  /** A deleted profile no longer has a name. */
  #lastName = ''

  next({ status, profiles }: ConnectionsState, now: number): TimelineNote[] {
    const before = this.#last
    const beforeName = this.#lastName
    if (before && same(before, status)) return []
    this.#last = status
    this.#lastName = profiles.find(({ id }) => id === status.profileId)?.name ?? ''
    if (before && renewed(before, status)) {
      const known = new Set(before.troubles.map(({ sentence }) => sentence))
      const fresh = status.troubles.filter(({ sentence }) => !known.has(sentence))
      const notes = fresh.map(({ sentence, at }) => ({ ...quiet(sentence), at }))
      const sameToken = before.tokenExpiresAt === status.tokenExpiresAt
      return sameToken ? notes : [token('renewed', status, now), ...notes]
    }
    const at = status.since
    return changeNotes(before, beforeName, status, this.#lastName).map((note) => ({ ...note, at }))
  }
}

function changeNotes(
  before: ConnectionStatus | null,
  beforeName: string,
  status: ConnectionStatus,
  name: string
): TimelineNote[] {
  const { phase, sentence } = status
  if (phase === 'connecting') return [quiet(timelineText.connecting(name))]
  if (phase === 'connected') {
    // A desk feed has no token.
    const notes = status.tokenExpiresAt === null ? [] : [token('obtained', status, status.since)]
    return [...notes, connected(before, status, name)]
  }
  if (phase === 'refused') return [{ kind: 'bad', words: timelineText.refused(name, sentence) }]
  if (phase === 'failed') {
    const wasConnected = before?.phase === 'connected'
    const words = (wasConnected ? timelineText.lost : timelineText.failed)(name, sentence)
    return [{ kind: 'bad', words }]
  }
  if (!before || before.phase === 'idle') return []
  const from =
    before.phase === 'connecting' ? timelineText.gaveUp(beforeName) : timelineText.disconnected(beforeName)
  return [quiet(plainly(sentence) ? from : `${from}: ${sentence}`)]
}

const plainly = (sentence: string) => /^Not connected\.?$/.test(sentence)

function token(
  what: 'obtained' | 'renewed',
  { granted, tokenExpiresAt }: ConnectionStatus,
  now: number
): TimelineNote {
  const minutes = tokenExpiresAt === null ? 0 : Math.round((tokenExpiresAt - now) / 60_000)
  return quiet(timelineText.token[what](minutes, granted))
}

function connected(before: ConnectionStatus | null, status: ConnectionStatus, name: string): TimelineNote {
  const wasConnecting = before?.phase === 'connecting' && before.profileId === status.profileId
  const words = wasConnecting
    ? timelineText.connectedAfter(name, ((status.since - before.since) / 1000).toFixed(1))
    : timelineText.connected(name)
  return { kind: 'good', words }
}
