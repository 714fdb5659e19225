/**
 * Nanoseconds that something took: by the clock, or by the processor time of this process where that is less. On a
 * machine that is busy with other things the clock also counts the turns of others, which the longer of two rounds
 * meets more often; on one that is not, processor time also counts threads that worked beside.
 */
export function timed(work: () => void): number {
  const before = process.cpuUsage()
  const from = process.hrtime.bigint()
  work()
  const passed = Number(process.hrtime.bigint() - from)
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) * 1000)
}
