import path from 'node:path'
import { format } from 'oxfmt'
import { describe, expect, it } from 'vitest'
import { type Cause, causeOf, causes } from '#shared/domain/connection/cause'
import { connectingStages, connectionPhases, isOpen, streamPhases } from '#shared/domain/connection/phases'
import {
  type SessionFacts,
  sessionStates,
  sessionStatus,
  type SessionStatus
} from '#shared/domain/connection/session-status'
import { bookStates } from '#shared/domain/market/book-states'
import {
  type MarketFacts,
  marketStates,
  marketStatus,
  replayedStates,
  replayedStatus,
  type ShownMarket
} from '#shared/domain/market/market-status'
import type { Problem } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'

const problem = (code: string, sentence: string, retryable = true): Problem => ({ code, sentence, retryable })

const samples: Record<Cause, Problem> = {
  offline: problem(
    'network.offline',
    'api.example cannot be reached: this computer seems to have no network.'
  ),
  untrusted: problem(
    'network.certificate-name',
    'The certificate that api.example shows was issued for another name, so nothing was sent.',
    false
  ),
  unauthorized: problem(
    'stream.unauthorized',
    'api.example does not accept the access token for market data. It says: the access token was revoked'
  ),
  scope: problem(
    'stream.scope',
    'api.example refuses market data: the client ID lacks the scope exchange:read_aggregated_marketdata_stream.'
  ),
  forbidden: problem('stream.forbidden', 'api.example does not allow this client ID to read market data.'),
  limited: problem('stream.limited', 'api.example asks for fewer connections.'),
  locked: problem('keychain.locked', 'The keychain is locked.', false),
  secret: problem('connection.no-secret', 'Desk has no client secret yet. Type it in and save.', false),
  slept: problem('stream.slept', 'The computer was asleep.'),
  'feed-lost': problem('feed.disconnected', feedText.states.disconnected),
  'feed-refused': problem('feed.refused', feedText.refused('feed.example:4222'), false),
  'no-collector': problem('feed.no-leader', feedText.states['no-leader']),
  'feed-rebuilding': problem('feed.rebuilding', feedText.states.rebuilding),
  'feed-late': problem('feed.late', feedText.states.late),
  'platform-silent': problem('feed.not-live', feedText.states['not-live']),
  other: problem('stream.close.restart', 'The service is restarting.')
}
const permanent = problem('token.address', 'api.example has no token endpoint at this address.', false)
const problems: readonly (Problem | null)[] = [null, ...Object.values(samples), permanent]
const both = [true, false]
const retryAt = 1000

/** Every combination. */
function* allSessions(): Generator<SessionFacts> {
  const channels = [
    { wanted: 0, confirmed: 0, markets: 0 },
    { wanted: 4, confirmed: 2, markets: 2 },
    { wanted: 2, confirmed: 2, markets: 1 }
  ]
  for (const phase of connectionPhases)
    for (const trouble of phase === 'refused' || phase === 'failed' ? problems : [null])
      for (const marketsEnabled of both)
        for (const streamPhase of streamPhases)
          for (const stage of streamPhase === 'connecting' ? connectingStages : [null])
            for (const fault of problems)
              for (const subscribed of isOpen(streamPhase) ? channels : channels.slice(0, 1))
                for (const isFeed of [false, true])
                  for (const scopeGranted of [true, false, null])
                    for (const clockOff of streamPhase === 'subscribed' ? both : [false])
                      yield {
                        connection: {
                          phase,
                          sentence: trouble?.sentence ?? connectionSentences[phase],
                          problem: trouble,
                          since: 1,
                          retryAt
                        },
                        marketsEnabled,
                        scopeGranted,
                        stream: {
                          phase: streamPhase,
                          stage,
                          host: 'api.example',
                          channels: subscribed,
                          problem: fault,
                          since: 1,
                          retryAt,
                          ...(isFeed && { isFeed })
                        },
                        clockOff
                      }
}

const connectionSentences: Record<(typeof connectionPhases)[number], string> = {
  idle: 'Not connected.',
  connecting: 'Connecting to Desk.',
  connected: 'Connected to Desk.',
  refused: 'The service refused the connection.',
  failed: 'The connection failed.'
}

/** Every combination. */
function* allMarkets(): Generator<MarketFacts> {
  const reason = 'A message for this market could not be read.'
  for (const book of bookStates)
    for (const why of [null, reason])
      for (const fault of [null, problem('market.symbol', 'A symbol has at most 64 characters.', false)])
        for (const received of both)
          for (const crossed of both)
            for (const quiet of both)
              for (const paused of both)
                for (const ofTrades of both)
                  yield { book, reason: why, problem: fault, received, crossed, quiet, paused, ofTrades }
}

const sessions = [...allSessions()].map((facts) => ({ facts, status: sessionStatus(facts) }))
const distinct = [...new Map(sessions.map(({ status }) => [JSON.stringify(status), status])).values()]
const markets = distinct.flatMap((session) =>
  [...allMarkets()].map((facts) => ({ session, facts, status: marketStatus(facts, session) }))
)

const isSentence = (text: string) =>
  text.length > 3 && /^[A-Z0-9a-z].*[.:?]?$/.test(text) && !/undefined|null|\s{2}/.test(text)
const failing = <T>(all: readonly T[], holds: (each: T) => boolean) =>
  all.filter((each) => !holds(each)).slice(0, 3)

describe('the session state', () => {
  it('has texts for every combination', () => {
    expect(sessions.length).toBeGreaterThan(10_000)
    expect(failing(sessions, ({ status }) => isSentence(status.sentence) && status.word !== '')).toEqual([])
    expect(new Set(sessions.map(({ status }) => status.state))).toEqual(new Set(sessionStates))
  })

  it('is live only while open and connected', () => {
    const holds = ({ facts: { connection, stream, marketsEnabled }, status }: (typeof sessions)[number]) =>
      !status.live ||
      (stream.phase === 'subscribed' && marketsEnabled && ['connected', 'failed'].includes(connection.phase))
    expect(failing(sessions, holds)).toEqual([])
  })

  it('reports no loss while open', () => {
    const holds = ({ status }: (typeof sessions)[number]) =>
      !status.open || !/lost|disconnect|not connected|refused/i.test(`${status.word} ${status.sentence}`)
    expect(failing(sessions, holds)).toEqual([])
  })

  it('offers a retry while waiting, and a next step for problems', () => {
    expect(failing(distinct, ({ nextTryAt, action }) => nextTryAt === null || action !== null)).toEqual([])
    expect(failing(distinct, ({ look, nextStep }) => look !== 'refused' || nextStep !== null)).toEqual([])
    const waits = sessions.filter(
      ({ facts: { stream, connection, marketsEnabled } }) =>
        connection.phase === 'connected' && marketsEnabled && ['waiting', 'refused'].includes(stream.phase)
    )
    expect(failing(waits, ({ status }) => status.nextTryAt === retryAt)).toEqual([])
  })

  it('never names a granted scope as missing', () => {
    const named = sessions.filter(
      ({ facts }) => facts.stream.problem === samples.forbidden && facts.scopeGranted !== false
    )
    expect(
      failing(
        named,
        ({ facts, status }) => facts.connection.problem !== null || status.state !== 'missing-scope'
      )
    ).toEqual([])
  })
})

describe('the market state', () => {
  it('has texts for every combination', () => {
    expect(markets.length).toBeGreaterThan(10_000)
    expect(failing(markets, ({ status }) => isSentence(status.sentence) && status.word !== '')).toEqual([])
    const own = marketStates as readonly string[]
    expect(new Set(markets.map(({ status }) => status.state).filter((state) => own.includes(state)))).toEqual(
      new Set(own)
    )
  })

  it('is never live without the session', () => {
    expect(failing(markets, ({ session, status }) => !status.live || session.live)).toEqual([])
  })

  it('is live only with its book', () => {
    expect(failing(markets, ({ facts, status }) => !status.live || facts.book === 'live')).toEqual([])
  })

  it('reports no loss while open', () => {
    const holds = ({ session, status }: (typeof markets)[number]) =>
      !session.open || !/lost|disconnect|not connected/i.test(`${status.word} ${status.sentence}`)
    expect(failing(markets, holds)).toEqual([])
  })

  it('mentions last figures only if there are some', () => {
    const claims = ({ facts, status }: (typeof markets)[number]) =>
      (facts.received || !/last figures/.test(status.sentence)) &&
      !/\bno (bids|asks|market|trades)\b/i.test(status.empty)
    expect(failing(markets, claims)).toEqual([])
  })

  it('shows the session’s state when closed or silent', () => {
    const holds = ({ session, facts, status }: (typeof markets)[number]) =>
      facts.problem !== null || (session.open && session.state !== 'silent') || status.word === session.word
    expect(failing(markets, holds)).toEqual([])
  })
})

describe('the state of a replayed market', () => {
  const replayed = [...allMarkets()].map((facts) => ({ facts, status: replayedStatus(facts) }))

  it('has texts for every combination', () => {
    expect(failing(replayed, ({ status }) => isSentence(status.sentence) && status.word !== '')).toEqual([])
    expect(new Set(replayed.map(({ status }) => status.state))).toEqual(new Set(replayedStates))
  })

  it('is never live', () => {
    const never = ({ status }: (typeof replayed)[number]) =>
      !status.live && status.look === 'replay' && !/\blive\b/i.test(status.word)
    expect(failing(replayed, never)).toEqual([])
  })

  it('is muted unless the book was live', () => {
    const holds = ({ facts, status }: (typeof replayed)[number]) =>
      status.muted || (facts.book === 'live' && facts.problem === null)
    expect(failing(replayed, holds)).toEqual([])
    expect(failing(replayed, ({ status }) => status.state !== 'replay' || !status.muted)).toEqual([])
  })

  it('offers nothing that only the live desk can do', () => {
    const holds = ({ status }: (typeof replayed)[number]) =>
      status.action === null && status.nextTryAt === null && !/Leadline/.test(status.nextStep ?? '')
    expect(failing(replayed, holds)).toEqual([])
  })
})

it('has a sample for every cause', () => {
  expect(causes.map((cause) => causeOf(samples[cause]))).toEqual(causes)
})

describe('docs/states.md', () => {
  const page = path.resolve(import.meta.dirname, '../../../../../docs/states.md')
  /** The first with the usual sentence of its state. */
  const first = <S extends SessionStatus | ShownMarket>(all: readonly S[], state: string) => {
    const own = all.filter((status) => status.state === state)
    const unusual = state === 'live' ? /No market|\d of \d/ : /last figures/
    return own.find(({ sentence }) => !unusual.test(sentence))!
  }
  const row = (status: SessionStatus | ShownMarket) => {
    const { state, word, sentence, nextStep, nextTryAt, action, live } = status
    return `| ${[
      `\`${state}\``,
      word,
      sentence,
      nextStep ?? '',
      nextTryAt === null ? '' : 'countdown',
      { retry: 'Try now', choose: 'Choose a connection', edit: 'Edit the connection', none: '' }[
        action ?? 'none'
      ],
      live ? 'live' : 'muted' in status && !status.muted ? 'shown' : 'muted'
    ].join(' | ')} |`
  }
  const table = (states: readonly string[], all: readonly (SessionStatus | ShownMarket)[]) =>
    [
      '| State | Badge | Sentence, for example | Next step | Next try | Button | Figures |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...states.map((state) => row(first(all, state)))
    ].join('\n')

  it('lists every state; update with `npx vitest run --project unit -u`', async () => {
    const text = [
      '# States',
      'Every state of a connection and of a market, with what is shown of it in the header, the footer, the panels, the Connection panel, Connections and Diagnostics. The page is checked against `electron/shared/domain/connection/session-status.ts` and `electron/shared/domain/market/market-status.ts` by a unit test.',
      '## Connection',
      table(sessionStates, distinct),
      '## Market',
      'A market whose session is not open, or is silent, shows the state of the session. Otherwise it has one of its own:',
      table(
        marketStates,
        markets.map(({ status }) => status)
      ),
      '## Market in a replay',
      'A market in a window in replay has the state that it had at that time, with the mark of the replay. The live session says nothing about it.',
      table(replayedStates, [...allMarkets()].map(replayedStatus))
    ].join('\n\n')
    const { code: written } = await format('states.md', text, { printWidth: 110 })
    await expect(written).toMatchFileSnapshot(page)
  })
})
