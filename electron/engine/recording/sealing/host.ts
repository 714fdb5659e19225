import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { diskReason } from '../../base/files'
import { budgetFor, listLogs } from '../location'
import { keepParquetBudget } from '../parquet/retention'
import { sealLog } from '../parquet/seal'
import type { SealingReply, SealingRequest } from './messages'
import { createRest } from './rest'

interface HostPorts {
  readonly now: () => number
  readonly reply: (reply: SealingReply) => void
  readonly rest?: () => Promise<void>
}

/** Seals all logs, one after the other, and keeps what is sealed within its limits. Runs in a process of its own. */
export async function runSealing(
  { root, isOn, budgets, staleAfter }: SealingRequest,
  { now, reply, rest = createRest() }: HostPorts
): Promise<void> {
  let problem: Problem | null = null
  for (const log of await listLogs(root)) {
    try {
      if (isOn)
        await sealLog(log, {
          staleAfter: () => staleAfter,
          rest,
          onBegin: ({ date, hour }) => reply({ kind: 'sealing', hour: `${date} ${hour}:00` })
        })
      await keepParquetBudget(log, budgetFor(log, budgets), now())
    } catch (thrown) {
      // The other logs are still sealed.
      problem ??= problemOf(thrown, log)
    }
  }
  reply({ kind: 'ended', problem })
}

const problemOf = (thrown: unknown, log: string): Problem =>
  thrown instanceof Error && 'code' in thrown
    ? fail('recording.disk', recordingText.parquetNotWritten(log, diskReason(thrown)), {
        retryable: true,
        cause: thrown
      }).problem
    : toProblem(thrown)
