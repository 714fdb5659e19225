import type { ConnectionsState } from '#shared/contract/connection/connections'
import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import type { BookRow, RawFrame } from '#shared/contract/app/diagnostics-stream'
import type { HealthFrame } from '#shared/contract/market/feed'
import { countNames, streamCounts, type StreamCounts } from '#shared/contract/connection/stream-counts'
import { supportText } from '#shared/messages/app'

const stamp = (at: number) => new Date(at).toISOString()
const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')
export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export function connectionsText({ profiles, status, keychain }: ConnectionsState): string {
  return jsonText({
    status,
    keychain,
    profiles: profiles.map(({ clientId, ...profile }) => ({
      ...profile,
      clientId: clientId === '' ? 'none' : supportText.clientIdSet
    }))
  })
}

export const timelineText = (entries: readonly TimelineEntry[]) =>
  lines(
    entries.map(
      ({ at, kind, words, count }) =>
        `${stamp(at)} ${kind.padEnd(7)} ${words}${count === undefined ? '' : ` (${count} times)`}`
    )
  )

const figuresHead = [
  'time',
  'loop_delay_ms',
  'heap_bytes',
  'messages_per_second',
  'bytes_per_second',
  'latency_p50_ms',
  'latency_p99_ms',
  'clock_offset_ms',
  'paint_p50_ms',
  'paint_p99_ms',
  'queue'
]
const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(Number(value.toFixed(3)))

export const figuresText = (frames: readonly HealthFrame[]) =>
  lines([
    figuresHead.join(','),
    ...frames.map(({ at, loopDelay, heap, stream }) =>
      [
        stamp(at),
        ...[
          loopDelay,
          heap,
          stream?.messages,
          stream?.bytes,
          stream?.latency?.p50,
          stream?.latency?.p99,
          stream?.clockOffset,
          stream?.paint?.p50,
          stream?.paint?.p99,
          stream?.queue
        ].map(figure)
      ].join(',')
    )
  ])

export const booksText = (books: readonly BookRow[]) =>
  jsonText(books.map((book) => ({ ...book, since: stamp(book.since) })))

export const countsText = (counts: StreamCounts) =>
  lines(
    countNames.map((name) => {
      const { group, title, sentence } = streamCounts[name]
      return `${String(counts[name]).padStart(12)}  ${group}: ${title}. ${sentence}`
    })
  )

export const framesText = (frames: readonly RawFrame[]) =>
  lines(
    frames.map(
      ({ sequence, at, direction, kind, bytes, cut, text }) =>
        `#${sequence} ${stamp(at)} ${direction} ${kind} ${bytes} bytes${cut ? ', cut' : ''}\n${text}`
    )
  )
