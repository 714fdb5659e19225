import type { ActiveScenario } from '#shared/contract/app/diagnostics'
import type { TimelineNote } from './connection-story'
import { timelineText } from '#shared/messages/app'

const aim = ({ name, market }: ActiveScenario) =>
  market === null ? name : timelineText.fault.inMarket(name, market)

const length = (milliseconds: number) => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

export function changesBetween(
  before: readonly ActiveScenario[],
  after: readonly ActiveScenario[],
  now: number
): TimelineNote[] {
  const ended = before
    .filter((one) => !after.some((other) => aim(other) === aim(one)))
    .map((one): TimelineNote => ({ kind: 'quiet', words: timelineText.fault.ended(aim(one)) }))
  const started = after
    .filter((one) => !before.some((other) => aim(other) === aim(one) && other.until === one.until))
    .map((one): TimelineNote => ({
      kind: 'warning',
      words:
        one.until === null
          ? timelineText.fault.started(aim(one))
          : timelineText.fault.startedFor(aim(one), length(one.until - now))
    }))
  return [...ended, ...started]
}
