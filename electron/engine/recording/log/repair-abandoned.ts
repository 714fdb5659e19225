import { LogLock } from './lock'
import { repairEnd } from './tail'

/** The log of a recorder that was killed is closed, which may never run again. */
export async function repairAbandoned(log: string): Promise<void> {
  if (!(await LogLock.isLeft(log))) return
  const lock = await LogLock.takeIfFree(log, Date.now)
  if (!lock) return
  await repairEnd(log).finally(() => lock.release())
}
