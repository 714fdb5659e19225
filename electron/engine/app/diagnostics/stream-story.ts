import type { StreamStatus } from '#shared/contract/market/markets'
import type { StreamPhase } from '#shared/domain/connection/phases'
import { streamErrorCodes } from '#shared/wire/stream'
import type { Channel } from '../../connection/stream/types'
import type { TimelineNote } from './connection-story'
import { Gathered } from './gathered'
import { inside, namesOf, reconnectedWords, seconds, waitingWords, type BookGlance } from './stream-words'
import { timelineText } from '#shared/messages/app'

/** Reports the reconnection after this time even if books are still rebuilding. */
const patience = 5000
const connected = (phase: StreamPhase) => phase === 'open' || phase === 'subscribed' || phase === 'degraded'
const knownCode = (code: string) => streamErrorCodes.some((known) => known === code)
const noSuchMarket = 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'

/**
 * Timeline entries for changes of the stream. Frequent events are collected and reported once a second, and
 * repetitions share a name so that the timeline merges them.
 */
export class StreamStory {
  #last: StreamStatus | null = null
  #lostAt: number | null = null
  /** Markets that were live since they were requested. */
  #known = new Set<string>()
  readonly #refused = new Gathered()
  readonly #resyncs = new Set<string>()
  readonly #errors = new Gathered()

  status(status: StreamStatus): TimelineNote[] {
    const before = this.#last
    this.#last = status
    if (before?.phase === status.phase && before.since === status.since) return []
    const was = before?.phase ?? 'idle'
    // Disconnected again before it recovered: the interruption continues.
    if (connected(was) && !connected(status.phase)) this.#lostAt ??= status.since
    return this.#changed(was, before, status)
  }

  refused({ market }: Channel, code: string): void {
    this.#refused.add(code, market)
  }

  resync(market: string): void {
    this.#resyncs.add(market)
  }

  error(code: string, message: string | null, channel: Channel | null): void {
    this.#errors.add(message === null ? code : `${code}: ${message}`, channel?.market ?? null)
  }

  /** Called once a second. */
  second(books: readonly BookGlance[], now: number): TimelineNote[] {
    const notes = [...this.#returned(books, now), ...this.#began(books)]
    for (const { name, markets } of this.#refused.take()) {
      const { noMarket, declined } = timelineText.stream
      const names = namesOf(markets)
      notes.push({
        kind: 'bad',
        words: name === noSuchMarket ? noMarket(names) : declined(names, name),
        repeats: `refused:${name}`,
        times: markets.size
      })
    }
    notes.push(...this.#rebuilt(books))
    for (const { name, markets, times } of this.#errors.take()) {
      const code = name.split(':')[0] ?? name
      const { error, errorAbout } = timelineText.stream
      const words = markets.size > 0 ? errorAbout(namesOf(markets), name) : error(name)
      const repeats = `error:${knownCode(code) ? code : 'unknown'}`
      notes.push({ kind: 'warning', words, repeats, times })
    }
    return notes
  }

  #changed(was: StreamPhase, before: StreamStatus | null, status: StreamStatus): TimelineNote[] {
    const { phase, since, sentence } = status
    const at = since
    switch (phase) {
      case 'waiting':
        return [
          { kind: 'warning', words: waitingWords(status), at, repeats: `waiting:${status.problem?.code}` }
        ]
      case 'refused':
        return [
          {
            kind: 'bad',
            words: timelineText.stream.refused(inside(status.problem?.sentence ?? sentence)),
            at,
            repeats: 'refused'
          }
        ]
      case 'degraded':
        return [
          {
            kind: 'warning',
            words: status.isFeed ? sentence.replace(/\.$/, '') : timelineText.stream.silent,
            at,
            repeats: `degraded:${status.problem?.code}`
          }
        ]
      case 'subscribed':
        if (was === 'degraded' && before) {
          return [
            {
              kind: 'good',
              words: timelineText.stream.dataAgain(seconds(since - before.since)),
              at,
              repeats: 'again'
            }
          ]
        }
        return []
      case 'connecting':
        return was === 'idle'
          ? [{ kind: 'quiet', words: timelineText.stream.opening, at, repeats: 'opening' }]
          : []
      case 'idle':
        this.#lostAt = null
        return was === 'idle'
          ? []
          : [{ kind: 'quiet', words: timelineText.stream.ended, at, repeats: 'ended' }]
      case 'open':
        return []
    }
  }

  /** Reported once the books are live again. */
  #returned(books: readonly BookGlance[], now: number): TimelineNote[] {
    const last = this.#last
    if (this.#lostAt === null || !last) return []
    const wanted = books.filter(({ state }) => state !== 'refused' && state !== 'idle')
    if (last.phase !== 'subscribed' && !(last.phase === 'open' && wanted.length === 0)) return []
    const settled = wanted.every(({ state }) => state === 'live')
    if (!settled && now - last.since < patience) return []
    const at = last.since
    const lasted = at - this.#lostAt
    this.#lostAt = null
    return [
      {
        kind: settled ? 'good' : 'warning',
        words: reconnectedWords(lasted, books),
        at,
        repeats: 'reconnected'
      }
    ]
  }

  #began(books: readonly BookGlance[]): TimelineNote[] {
    const live = books.filter(({ state }) => state === 'live').map(({ market }) => market)
    const begun = live.filter((market) => !this.#known.has(market))
    const kept = books.map(({ market }) => market).filter((market) => this.#known.has(market))
    this.#known = new Set([...kept, ...begun])
    return begun.length > 0 ? [{ kind: 'quiet', words: timelineText.stream.subscribed(namesOf(begun)) }] : []
  }

  #rebuilt(books: readonly BookGlance[]): TimelineNote[] {
    const byReason = new Map<string, string[]>()
    for (const market of this.#resyncs) {
      const reason = books.find((book) => book.market === market)?.reason ?? timelineText.stream.untrusted
      byReason.set(reason, [...(byReason.get(reason) ?? []), market])
    }
    this.#resyncs.clear()
    return [...byReason].map(([reason, markets]) => ({
      kind: 'warning',
      words: timelineText.stream.rebuilt(namesOf(markets), inside(reason)),
      repeats: `resync:${reason}`,
      times: markets.length
    }))
  }
}
