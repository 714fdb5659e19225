import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds. */
const minWork = 20
/** So that a quarter of one core is used at most. */
const restPerWork = 3

/** Waits in proportion to the processor time since the last call. */
export function createRest(): () => Promise<void> {
  let before = process.cpuUsage()
  return async () => {
    const { user, system } = process.cpuUsage(before)
    const worked = (user + system) / 1000
    if (worked < minWork) return
    await pause(worked * restPerWork)
    before = process.cpuUsage()
  }
}
