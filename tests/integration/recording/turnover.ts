import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { numberedFrame, subscription } from '../support/numbered-frames'
import { countKeyframes } from '../support/right-keyframes'
import { spawnRecorder } from './recorder-child'
import { everywhere } from '../../unit/engine/recording/support'

export interface Turnover {
  readonly items: number
  readonly turnovers: number
  readonly budget: number
  readonly maxBytes: number
  readonly firstMegabytes: number
  readonly lastMegabytes: number
  readonly faults: readonly string[]
}

const every = 10
const sampleEvery = 5000
/** Of the whole duration. */
const warmUp = 0.2
const wantedTurnovers = 11
const toleratedGrowth = 1.2
/** A frame in the log and what is derived from it, measured. */
const bytesOfFrame = 23

/** Records with a budget so small that it turns over ten times. */
export async function recordForLong(options: {
  readonly recorder: string
  readonly minutes: number
  readonly perSecond: number
  readonly say?: (text: string) => void
}): Promise<Turnover> {
  const { recorder, minutes, perSecond, say = () => {} } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-turnover-'))
  const milliseconds = minutes * 60_000
  const budget = Math.round((bytesOfFrame * perSecond * (milliseconds / 1000)) / wantedTurnovers)
  const children: ChildProcess[] = []
  const client = new RecorderClient({
    clock: systemClock,
    location: () => ({ folder, root: '', isMoved: false }),
    budgets: () => everywhere({ bytes: budget, days: 14, freeBytes: 0, sealedFirst: false }),
    spawn: () => spawnRecorder(recorder, (child) => children.push(child)),
    changed: () => {}
  })
  const faults: string[] = []
  try {
    for (const event of subscription) client.recordEvent(event)
    client.start()
    const begun = systemClock.monotonic()
    const elapsed = () => systemClock.monotonic() - begun
    let items = 0
    const feeding = setInterval(() => {
      const due = (Math.min(elapsed(), milliseconds) / 1000) * perSecond
      for (; items < due; items++) client.record('f', systemClock.monotonic(), numberedFrame(items))
    }, every)
    let maxBytes = 0
    const memory: number[] = []
    while (elapsed() < milliseconds) {
      await pause(sampleEvery)
      const bytes = await bytesIn(folder)
      maxBytes = Math.max(maxBytes, bytes)
      if (elapsed() > warmUp * milliseconds) memory.push(await residentMegabytes(children.at(-1)!.pid!))
      if (memory.length % 60 === 1)
        say(`${Math.round(elapsed() / 60_000)} min: ${bytes} bytes, ${memory.at(-1)} MB`)
    }
    clearInterval(feeding)
    await client.dispose()
    const report = await verifyLog(folder)
    const removed = await removedSegments(folder)
    const turnovers = removed.reduce((sum, { bytes }) => sum + bytes, 0) / budget
    const [first, last] = [average(memory.slice(0, 10)), average(memory.slice(-10))]
    if (report.damage.length > 0) faults.push(`damaged: ${JSON.stringify(report.damage.slice(0, 5))}`)
    if (removed.at(-1)?.digest !== report.first)
      faults.push('the chain of removed segments does not lead to the first one')
    const segments = new Set((await listSegments(folder)).map(startOf))
    for (const file of await recordedFiles(folder))
      if (!segments.has(startOf(file))) faults.push(`${path.basename(file)} was left behind`)
    const keyframes = await countKeyframes(folder)
    if (keyframes < segments.size) faults.push(`${keyframes} keyframes in ${segments.size} segments`)
    if (children.length > 1) faults.push(`the recorder was started ${children.length} times`)
    if (client.state.dropped > 0) faults.push(`${client.state.dropped} items were not recorded`)
    if (maxBytes > budget) faults.push(`${maxBytes} bytes exceed the budget of ${budget}`)
    if (last > first * toleratedGrowth) faults.push(`memory grew from ${first} to ${last} MB`)
    return { items, turnovers, budget, maxBytes, firstMegabytes: first, lastMegabytes: last, faults }
  } finally {
    await client.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

const startOf = (file: string) => path.basename(file).split(/\.(?=tsv|keyframes|trades|candles|heat)/)[0]!

/** The segments and what is derived from them. */
async function recordedFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d{4}-/.test(name)).map((name) => path.join(folder, name))
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await recordedFiles(folder)).map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0
      )
    )
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function removedSegments(folder: string) {
  const text = await readFile(path.join(folder, 'removed.tsv'), 'utf8').catch(() => '')
  const lines = text.trimEnd().split('\n').slice(1)
  return lines.map((line) => {
    const fields = line.split('\t')
    return { digest: fields[5], bytes: Number(fields[6]) }
  })
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const average = (values: readonly number[]) =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length))
