import type { TimelineStep } from '#shared/contract/records/conversions'
import { visible } from '#shared/domain/base/visible'
import { nanosecondsInSecond, type Nanoseconds } from '#shared/domain/base/time'
import type { Conversion } from '#shared/wire/conversion-decoder'
import type { Moment } from '#shared/wire/record-reader'

interface Step {
  readonly kind: TimelineStep['kind']
  readonly moment: Moment
}

/** Ordered by time; steps without a valid time keep their position. */
export function timelineOf(conversion: Conversion): readonly TimelineStep[] {
  const { createdAt, updatedAt, settledAt, cancelledAt } = conversion
  const ends = [settledAt, cancelledAt]
  // The last update is only listed if it differs from the other times.
  const isListed = [createdAt, ...ends].some((moment) => updatedAt !== null && isSame(moment, updatedAt))
  const steps: readonly (Step | null)[] = [
    step('created', createdAt),
    isListed ? null : step('updated', updatedAt),
    step('settled', settledAt),
    step('cancelled', cancelledAt)
  ]
  const sorted = inOrder(steps.filter((each) => each !== null))
  return sorted.map(({ kind, moment }, index) => {
    const took = between(sorted[index - 1]?.moment, moment)
    return {
      kind,
      time: visible(moment.text),
      took: took === null ? null : String(took),
      tookWords: took === null ? null : durationInWords(took)
    }
  })
}

/** Null while underway, or if the end precedes the creation. */
export function tookOf({ createdAt, settledAt, cancelledAt }: Conversion): string | null {
  const took = between(createdAt ?? undefined, settledAt ?? cancelledAt)
  return took === null ? null : durationInWords(took)
}

/** To the nanosecond below a day. */
export function durationInWords(duration: Nanoseconds): string {
  const seconds = duration / nanosecondsInSecond
  const [days, hours, minutes] = [seconds / 86_400n, (seconds / 3600n) % 24n, (seconds / 60n) % 60n]
  if (days > 0n) return words([days, 'd'], [hours, 'h'], [minutes, 'min'])
  const fraction = String(duration % nanosecondsInSecond)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const rest = `${seconds % 60n}${fraction === '' ? '' : `.${fraction}`}`
  const larger = words([hours, 'h'], [minutes, 'min'])
  if (larger === '') return `${rest} s`
  return rest === '0' ? larger : `${larger} ${rest} s`
}

const words = (...parts: readonly (readonly [bigint, string])[]) =>
  parts
    .filter(([count]) => count > 0n)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')

const step = (kind: Step['kind'], moment: Moment | null): Step | null =>
  moment === null ? null : { kind, moment }

const isSame = (one: Moment | null, other: Moment) =>
  one !== null && (one.text === other.text || (one.at !== null && one.at === other.at))

function between(from: Moment | undefined, to: Moment | null): Nanoseconds | null {
  const start = from?.at ?? null
  const end = to?.at ?? null
  return start === null || end === null || end < start ? null : end - start
}

/** Sorts the steps with known times among their positions. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const known = steps
    .filter(({ moment }) => moment.at !== null)
    .sort((one, other) =>
      one.moment.at! < other.moment.at! ? -1 : one.moment.at! > other.moment.at! ? 1 : 0
    )
  return steps.map((each) => (each.moment.at === null ? each : known.shift()!))
}
