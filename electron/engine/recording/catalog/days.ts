import type { RecordedContent, RecordedDay } from '#shared/contract/recording/catalog'
import { dayOf, segmentTime } from '../log/segments'
import { isPinned, type PinnedRange, type Pins } from '../pins'
import { gapBetween, isGap, type RecordingGap } from '../replay/segment-summary'
import { logTimeOf } from '../replay/log-time'
import type { RecordedSegment } from './recorded-segment'

type CatalogDay = Omit<RecordedDay, 'verified'>

const dayLength = 86_400_000
const minSpanGap = 60_000

/** Newest first. Segments are in the order of recording. */
export function daysOf(
  segments: readonly RecordedSegment[],
  pins: Pins,
  openFile: string | undefined
): readonly CatalogDay[] {
  const gaps = gapsOf(segments)
  const times = timesOf(segments)
  const byDay = new Map<string, RecordedSegment[]>()
  for (const segment of segments) {
    const day = dayOf(segment.file)
    byDay.set(day, [...(byDay.get(day) ?? []), segment])
  }
  return [...byDay]
    .map(([day, ofDay]) => ({
      day,
      bytes: sizeOf(ofDay),
      pinned: pins.days.has(day),
      pinnedRanges: pins.ranges.filter((range) => isWithin(day, range)),
      pinnedBytes: sizeOf(ofDay.filter(({ file }) => isPinned(pins, times.get(file)!))),
      open: ofDay.some(({ file }) => file === openFile),
      content: contentOf(day, ofDay, gaps)
    }))
    .sort((one, other) => (one.day < other.day ? 1 : -1))
}

const sizeOf = (segments: readonly RecordedSegment[]) => segments.reduce((sum, { bytes }) => sum + bytes, 0)

const isWithin = (day: string, { from, to }: PinnedRange) =>
  from < Date.parse(day) + dayLength && to >= Date.parse(day)

/** Up to the next one; the last one is open. */
const timesOf = (segments: readonly RecordedSegment[]) =>
  new Map(
    segments.map(({ file }, index) => {
      const next = segments[index + 1]
      return [file, { from: segmentTime(file), to: next ? segmentTime(next.file) : Infinity }] as const
    })
  )

/** In order; of what was read. */
function gapsOf(segments: readonly RecordedSegment[]): readonly RecordingGap[] {
  const gaps: RecordingGap[] = []
  let last = null
  for (const { content } of segments) {
    if (!content) {
      last = null
      continue
    }
    if (last && content.first && isGap(last, content.first)) {
      const isMissing = content.startsRun || content.first.firstSeq > last.lastSeq + 1
      if (isMissing) gaps.push(gapBetween(last, content.first))
    }
    gaps.push(...content.gaps)
    last = content.last ?? last
  }
  return gaps
}

function contentOf(
  day: string,
  segments: readonly RecordedSegment[],
  gaps: readonly RecordingGap[]
): RecordedContent | null {
  const contents = segments.flatMap(({ content }) => content ?? [])
  if (contents.length < segments.length) return null
  const first = contents.find((content) => content.first)?.first
  const last = contents.findLast((content) => content.last)?.last
  const items = contents.reduce((sum, content) => sum + content.items, 0)
  const markets = [...new Set(contents.flatMap((content) => content.markets))].sort()
  if (!first || !last) return { from: null, to: null, items, markets, gaps: 0, gapTime: 0, spans: [] }
  const [from, to] = [logTimeOf(first.from).milliseconds, logTimeOf(last.to).milliseconds]
  const start = Date.parse(day)
  const inDay = gaps
    .map((gap) => ({
      from: Math.max(gap.from.milliseconds, start),
      to: Math.min(gap.to.milliseconds, start + dayLength)
    }))
    .filter((gap) => gap.to > gap.from)
  const gapTime = inDay.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  return { from, to, items, markets, gaps: inDay.length, gapTime, spans: spansOf(from, to, inDay) }
}

function spansOf(
  from: number,
  to: number,
  gaps: readonly { readonly from: number; readonly to: number }[]
): readonly number[] {
  const spans = [from]
  for (const gap of gaps) {
    if (gap.to - gap.from >= minSpanGap && gap.from > from && gap.to < to) spans.push(gap.from, gap.to)
  }
  return [...spans, to]
}
