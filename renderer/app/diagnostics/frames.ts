import type { FrameKind, RawFrame } from '#shared/contract/app/diagnostics-stream'
import { formatDateTime, formatTime, type ClockKind } from '../../lib/format/time'
import { diagnosticsText } from '../../messages/diagnostics'

export const kindWords: Record<FrameKind, string> = {
  snapshot: diagnosticsText.kinds.snapshot,
  update: diagnosticsText.kinds.update,
  trade: diagnosticsText.kinds.trade,
  control: diagnosticsText.kinds.control,
  error: diagnosticsText.kinds.error,
  binary: diagnosticsText.kinds.binary,
  other: diagnosticsText.kinds.other
}

const thousandths = (at: number) => String(Math.floor(((at % 1000) + 1000) % 1000)).padStart(3, '0')

export const formatMoment = (at: number, clock: ClockKind) => `${formatTime(at, clock)}.${thousandths(at)}`

const head = ({ sequence, at, direction, kind, bytes, cut }: RawFrame, clock: ClockKind) => {
  const [day = '', , zone = ''] = formatDateTime(at, clock).split(' ')
  const rest = cut ? ` ${diagnosticsText.frames.cut}` : ''
  return (
    [
      `#${sequence}`,
      day,
      formatMoment(at, clock),
      zone,
      direction,
      kindWords[kind],
      diagnosticsText.frames.size(bytes)
    ].join(' ') + rest
  )
}

export const frameText = (frame: RawFrame, clock: ClockKind) => `${head(frame, clock)}\n${frame.text}\n`

/** The newest frames that fit the clipboard. */
export function framesText(
  frames: readonly RawFrame[],
  clock: ClockKind,
  max: number
): { readonly text: string; readonly count: number } {
  let text = ''
  let count = 0
  for (const frame of frames) {
    const next = `${frameText(frame, clock)}\n`
    if (text.length + next.length > max) break
    text += next
    count++
  }
  return { text, count }
}

/** Formatted if it is JSON. */
export function laidOut({ text, cut }: RawFrame): string {
  if (cut) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
