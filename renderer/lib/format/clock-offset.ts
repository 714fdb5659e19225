import { libText } from '../../messages/lib'
/** Two clocks within this are considered equal: both are estimates. */
const minOffset = 2000

/** "5:00" or "1:00:05". */
export function formatOffset(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const pair = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = pair(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${pair(minutes % 60)}:${rest}`
}

const signed = (milliseconds: number) =>
  `${milliseconds < 0 ? '-' : '+'}${formatOffset(Math.abs(milliseconds))}`

/** The difference between the service's clock and this computer's; null if they agree. */
export const clockOffsetText = (milliseconds: number) =>
  Math.abs(milliseconds) > minOffset ? signed(milliseconds) : null

export const clockStepText = (from: number, to: number) => libText.clock.changed(signed(to - from))

/** Why a trade is not shown at the service's own time. */
export const aheadText = (milliseconds: number, written: string) =>
  libText.clock.datedAhead(written, formatOffset(milliseconds))
