import { readFile } from 'node:fs/promises'
import type { ElectronApplication } from '@playwright/test'

/** The kernel's unit in `/proc/PID/stat`. */
const ticksPerSecond = 100

export type ProcessKind = 'main' | 'renderer' | 'gpu' | 'others'

/** Processor time in milliseconds since the process began. */
export async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1')
  // The name, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

export interface AppTime {
  readonly at: number
  readonly times: Readonly<Record<ProcessKind, number>>
}

const kindOf = (type: string): ProcessKind =>
  type === 'Browser' ? 'main' : type === 'Tab' ? 'renderer' : type === 'GPU' ? 'gpu' : 'others'

export async function timesOf(app: ElectronApplication): Promise<AppTime> {
  const processes = await app.evaluate(({ app: own }) =>
    own.getAppMetrics().map(({ pid, type }) => ({ pid, type: String(type) }))
  )
  const times: Record<ProcessKind, number> = { main: 0, renderer: 0, gpu: 0, others: 0 }
  for (const { pid, type } of processes) times[kindOf(type)] += await timeOf(pid)
  return { at: performance.now(), times }
}

/** The share of one core between two readings, by kind of process. */
export function shares(before: AppTime, after: AppTime): Record<ProcessKind, number> {
  const share = (kind: ProcessKind) => (after.times[kind] - before.times[kind]) / (after.at - before.at)
  return { main: share('main'), renderer: share('renderer'), gpu: share('gpu'), others: share('others') }
}
