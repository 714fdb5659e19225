import type { ReplayOverview } from '#shared/contract/recording/replay'
import type { Look, Surface } from '../../lib/canvas'
import { formatDay, formatMoment, formatTime, type ClockKind } from '../../lib/format/time'
import { replayText } from '../../messages/replay'
import { ticksOf, xOf, type Tick, type TimeRange } from './scale'

/** The heights of the rows from the top. */
const rows = { alerts: 12, activity: 34, trades: 12 } as const
const activityTop = rows.alerts
const activityBottom = rows.alerts + rows.activity
const axisTop = activityBottom + rows.trades
/** Room for a word in a gap. */
const wordRoom = 78
const size = 10.5

interface ScrubberScene {
  readonly range: TimeRange
  readonly overview: ReplayOverview
  /** The time that was painted for. */
  readonly shown: TimeRange
  readonly alerts: readonly number[]
  readonly pinned: readonly TimeRange[]
  readonly at: number
  readonly rangeIn: number | null
  readonly rangeOut: number | null
  readonly clock: ClockKind
  /** Under the pointer, or null. */
  readonly pointed: number | null
}

type Context = CanvasRenderingContext2D

export function paintScrubber({ context, width, height }: Surface, look: Look, scene: ScrubberScene): void {
  context.clearRect(0, 0, width, height)
  const x = (at: number) => Math.round(xOf(at, scene.range, width))
  paintActivity(context, look, scene, width)
  paintGaps(context, look, scene, x)
  paintPinned(context, look, scene, x)
  paintTrades(context, look, scene, x)
  paintAlerts(context, look, scene, x)
  // Its flags stand in the row of the alerts.
  paintRange(context, look, scene, { x, width })
  const cursor = cursorPill(look, scene, x)
  const pointed = scene.pointed === null ? null : pointedPill(look, scene.pointed, scene.clock, x)
  const pills = pointed ? [pointed, cursor] : [cursor]
  paintAxis(context, look, scene, { x, width, covered: pills.map((pill) => boxOf(context, pill, width)) })
  if (pointed) paintPointed(context, pointed, width)
  paintCursor(context, cursor, width)
}

function paintActivity(context: Context, look: Look, scene: ScrubberScene, width: number): void {
  const { activity } = scene.overview
  const { range, at } = scene
  context.fillStyle = look.panel
  context.fillRect(0, activityTop, width, rows.activity)
  let largest = 0
  for (const messages of activity) if (messages > largest) largest = messages
  if (largest === 0) return
  const played = Math.min(width, Math.max(0, xOf(at, range, width)))
  context.fillStyle = look.replay
  for (const [left, right, alpha] of [
    [0, played, 0.85],
    [played, width, 0.4]
  ] as const) {
    context.save()
    context.beginPath()
    context.rect(left, activityTop, right - left, rows.activity)
    context.clip()
    context.globalAlpha = alpha
    paintParts(context, scene, width, largest)
    context.restore()
  }
}

function paintParts(context: Context, scene: ScrubberScene, width: number, largest: number): void {
  const { shown, range } = scene
  const { activity } = scene.overview
  const length = (shown.to - shown.from) / activity.length
  for (let part = 0; part < activity.length; part += 1) {
    const messages = activity[part]!
    if (messages <= 0) continue
    const begins = shown.from + part * length
    const left = xOf(begins, range, width)
    const right = xOf(begins + length, range, width)
    if (right < 0 || left > width) continue
    // A square root keeps quiet hours visible beside busy ones.
    const high = Math.max(1.5, Math.sqrt(messages / largest) * (rows.activity - 2))
    context.fillRect(left, activityBottom - high, Math.max(0.5, right - left - 0.35), high)
  }
}

function paintGaps(
  context: Context,
  look: Look,
  { overview, range }: ScrubberScene,
  x: (at: number) => number
) {
  const { gaps } = overview
  for (let each = 0; each + 1 < gaps.length; each += 2) {
    const [from, to] = [gaps[each]!, gaps[each + 1]!]
    if (to < range.from || from > range.to) continue
    const left = x(from)
    const wide = Math.max(3, x(to) - left)
    context.save()
    context.beginPath()
    context.rect(left, activityTop, wide, rows.activity)
    context.clip()
    context.fillStyle = look.replayBar
    context.fillRect(left, activityTop, wide, rows.activity)
    context.strokeStyle = look.edge
    context.lineWidth = 1
    context.beginPath()
    const first = Math.floor((left - rows.activity) / 6) * 6
    for (let start = first; start < left + wide; start += 6) {
      context.moveTo(start, activityBottom)
      context.lineTo(start + rows.activity, activityTop)
    }
    context.stroke()
    context.strokeRect(left + 0.5, activityTop + 0.5, wide - 1, rows.activity - 1)
    if (wide >= wordRoom) paintGapWord(context, look, left + wide / 2)
    context.restore()
  }
}

function paintGapWord(context: Context, look: Look, middle: number): void {
  context.font = `${size}px ${look.words}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const words = replayText.scrubber.gap
  const room = context.measureText(words).width + 10
  const centre = activityTop + rows.activity / 2
  context.fillStyle = look.replayBar
  context.fillRect(middle - room / 2, centre - 8, room, 16)
  context.fillStyle = look.dim
  context.fillText(words, middle, centre)
}

function paintPinned(
  context: Context,
  look: Look,
  { pinned, range }: ScrubberScene,
  x: (at: number) => number
) {
  context.fillStyle = look.text
  for (const { from, to } of pinned)
    if (to >= range.from && from <= range.to)
      context.fillRect(x(from), activityTop, Math.max(2, x(to) - x(from)), 2)
}

interface Placing {
  readonly x: (at: number) => number
  readonly width: number
}

function paintRange(context: Context, look: Look, scene: ScrubberScene, { x, width }: Placing): void {
  const { rangeIn, rangeOut } = scene
  if (rangeIn === null && rangeOut === null) return
  const left = rangeIn === null ? 0 : x(rangeIn)
  const right = rangeOut === null ? width : x(rangeOut)
  context.globalAlpha = 0.2
  context.fillStyle = look.accent
  context.fillRect(left, activityTop, right - left, rows.activity)
  context.globalAlpha = 1
  context.fillStyle = look.accent
  if (rangeIn !== null) paintFlag(context, look, left, replayText.bar.in, 'end')
  if (rangeOut !== null) paintFlag(context, look, right, replayText.bar.out, 'start')
}

function paintFlag(context: Context, look: Look, at: number, words: string, side: 'start' | 'end'): void {
  context.font = `600 9.5px ${look.words}`
  const wide = context.measureText(words).width + 8
  const left = side === 'end' ? at - wide : at
  context.fillStyle = look.accent
  context.fillRect(at - 0.75, 0, 1.5, activityBottom)
  context.fillRect(left, 0, wide, rows.alerts)
  context.fillStyle = look.window
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(words, left + wide / 2, rows.alerts / 2 + 0.5)
}

function paintTrades(context: Context, look: Look, { overview }: ScrubberScene, x: (at: number) => number) {
  const { trades } = overview
  const middle = activityBottom + rows.trades / 2 + 1
  for (let each = 0; each + 1 < trades.length; each += 2) {
    const side = trades[each + 1]!
    context.fillStyle = side > 0 ? look.bid : side < 0 ? look.ask : look.dim
    context.beginPath()
    context.arc(x(trades[each]!), middle, 2.75, 0, 2 * Math.PI)
    context.fill()
  }
}

function paintAlerts(context: Context, look: Look, { alerts }: ScrubberScene, x: (at: number) => number) {
  context.fillStyle = look.warning
  for (const at of alerts) paintTriangle(context, x(at), 3, 4.5, 6)
}

function paintTriangle(context: Context, middle: number, top: number, half: number, high: number): void {
  context.beginPath()
  context.moveTo(middle - half, top)
  context.lineTo(middle + half, top)
  context.lineTo(middle, top + high)
  context.fill()
}

function labelOf({ at, label }: Tick, clock: ClockKind): string {
  if (label === 'day') return formatDay(at, clock)
  return label === 'second' ? formatTime(at, clock) : formatTime(at, clock).slice(0, 5)
}

function paintAxis(
  context: Context,
  look: Look,
  { range, clock }: ScrubberScene,
  { x, width, covered }: Placing & { readonly covered: readonly Box[] }
): void {
  context.fillStyle = look.lineStrong
  context.fillRect(0, axisTop, width, 1)
  context.font = `${size}px ${look.figures}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const offset = clock === 'utc' ? 0 : -new Date(range.from).getTimezoneOffset() * 60_000
  for (const tick of ticksOf(range, width, offset)) {
    const at = x(tick.at)
    const words = labelOf(tick, clock)
    const half = context.measureText(words).width / 2
    context.fillStyle = look.lineStrong
    context.fillRect(at, axisTop, 1, 4)
    if (at - half < 0 || at + half > width) continue
    if (covered.some(({ left, wide }) => at + half > left && at - half < left + wide)) continue
    context.fillStyle = tick.label === 'day' ? look.text : look.dim
    context.fillText(words, at, axisTop + 12)
  }
}

interface Pill {
  readonly look: Look
  readonly at: number
  readonly words: string
  readonly fill: string
  readonly ink: string
}

interface Box {
  readonly left: number
  readonly wide: number
}

const pointedPill = (look: Look, time: number, clock: ClockKind, x: (at: number) => number): Pill => ({
  look,
  at: x(time),
  words: formatTime(time, clock),
  fill: look.raised,
  ink: look.text
})

const cursorPill = (look: Look, { at, clock }: ScrubberScene, x: (at: number) => number): Pill => ({
  look,
  at: x(at),
  words: formatMoment(at, clock),
  fill: look.replay,
  ink: look.replayInk
})

function paintPointed(context: Context, pill: Pill, width: number): void {
  context.fillStyle = pill.look.edge
  context.fillRect(pill.at, activityTop, 1, rows.activity + rows.trades)
  paintPill(context, pill, width)
}

function paintCursor(context: Context, pill: Pill, width: number): void {
  context.fillStyle = pill.look.text
  context.fillRect(pill.at - 1, 2, 2, axisTop - 2)
  context.fillStyle = pill.look.replay
  paintTriangle(context, pill.at, 0, 6.5, 9)
  paintPill(context, pill, width)
}

/** Of its words and a margin, within the scrubber. */
function boxOf(context: Context, { look, at, words }: Pill, width: number): Box {
  context.font = `500 ${size}px ${look.figures}`
  const wide = Math.ceil(context.measureText(words).width) + 12
  return { left: Math.min(Math.max(0, at - wide / 2), width - wide), wide }
}

function paintPill(context: Context, pill: Pill, width: number): void {
  const { left, wide } = boxOf(context, pill, width)
  context.fillStyle = pill.fill
  context.fillRect(left, axisTop + 3, wide, 17)
  context.fillStyle = pill.ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(pill.words, left + wide / 2, axisTop + 12)
}
