import { fail, toProblem } from '#shared/domain/base/problem'
import { restText } from '#shared/messages/service'
import type { Clock, Random } from '../../base/clock'
import { deadline, pause, type BackOff } from '../../base/http'

const tries = 3
const firstWait = 500
const maxWait = 30_000

interface RetryPorts {
  readonly clock: Clock
  readonly random: Random
  readonly backOff: BackOff
}

/** Up to three attempts within `milliseconds`. All operations are read-only and safe to repeat. */
export async function retrying<T>(
  { clock, random, backOff }: RetryPorts,
  { milliseconds, signal: outer }: { milliseconds: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const whole = deadline(clock, milliseconds, outer)
  const { signal } = whole
  let last: unknown = null
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await backOff.ready(signal)
        return await work(signal)
      } catch (thrown) {
        signal.throwIfAborted()
        // The original error is more useful than the wait.
        const problem = toProblem(thrown)
        if (problem.code === 'service.busy') throw last ?? thrown
        last = thrown
        if (!problem.retryable || attempt === tries) throw thrown
      }
      const wait = Math.min(firstWait * 2 ** (attempt - 1), maxWait)
      await pause(clock, wait * (0.5 + random() / 2), signal)
    }
  } catch (thrown) {
    if (outer?.aborted) throw fail('rest.stopped', restText.stopped, { retryable: true })
    if (whole.passed) {
      const seconds = Math.round(milliseconds / 1000)
      throw last ?? fail('network.timeout', restText.timeout(seconds), { retryable: true })
    }
    throw thrown
  } finally {
    whole.release()
  }
}
