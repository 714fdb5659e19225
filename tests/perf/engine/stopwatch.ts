/**
 * Nanoseconds by the wall or processor clock, whichever is less: a busy machine inflates wall time, other threads
 * inflate processor time.
 */
export function timed(work: () => void): number {
  const before = process.cpuUsage()
  const from = process.hrtime.bigint()
  work()
  const passed = Number(process.hrtime.bigint() - from)
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) * 1000)
}

/** The same in milliseconds, of work that waits; call the result at its end. */
export function stopwatch(): () => number {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return Math.min(performance.now() - begun, (user + system) / 1000)
  }
}
