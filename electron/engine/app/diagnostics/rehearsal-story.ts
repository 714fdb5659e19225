import type { ActiveScenario } from '#shared/contract/app/diagnostics'
import type { Told } from './connection-story'

const aim = ({ name, market }: ActiveScenario) => (market === null ? name : `${name} in ${market}`)

/** Told in the one unit that matters. */
const length = (milliseconds: number) => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** What the timeline tells of a change in what is rehearsed. */
export function changesBetween(
  before: readonly ActiveScenario[],
  after: readonly ActiveScenario[],
  now: number
): Told[] {
  const ended = before
    .filter((one) => !after.some((other) => aim(other) === aim(one)))
    .map((one): Told => ({ kind: 'quiet', words: `Rehearsal of ${aim(one)} ended` }))
  const started = after
    .filter((one) => !before.some((other) => aim(other) === aim(one) && other.until === one.until))
    .map((one): Told => ({
      kind: 'warning',
      words: `Rehearsing ${aim(one)}${one.until === null ? '' : ` for ${length(one.until - now)}`}`
    }))
  return [...ended, ...started]
}
