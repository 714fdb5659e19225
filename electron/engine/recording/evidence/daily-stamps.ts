import { toProblem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'
import type { HttpPorts } from '../../base/http'
import { stampDayHeads } from './day-heads'
import { Stamping } from './stamping'

interface DailyStampsPorts {
  readonly clock: Clock
  readonly http: HttpPorts
  /** Of the connection in use; null without one. */
  readonly log: () => string | null
  /** The URL of a time-stamping authority; empty for none. */
  readonly authority: () => string
  readonly warn: (sentence: string) => void
}

/** In milliseconds. */
const firstAfter = 5 * 60_000
const each = 3_600_000

/** Has the finished days of the recording stamped. Returns the function that ends it. */
export function stampDaily({ clock, http, log, authority, warn }: DailyStampsPorts): () => void {
  let cancel = clock.later(firstAfter, run)
  function run(): void {
    cancel = clock.later(each, run)
    const folder = log()
    const url = authority()
    if (folder === null || url === '') return
    const stamping = new Stamping(http, url)
    stampDayHeads(folder, { now: clock.wall(), stamp: stamping.stamp }).then(
      () => stamping.problems.forEach(warn),
      (thrown: unknown) => warn(toProblem(thrown).sentence)
    )
  }
  return () => cancel()
}
