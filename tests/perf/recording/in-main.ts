import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { app } from 'electron'
import { systemClock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import { forkProcess } from '../../../electron/main/base/child-process'
import { readFrames } from '../feed/frames'
import { pause } from '../desk/bare'

export interface RecordingRequest {
  readonly folder: string
  /** The app's process. */
  readonly recorder: string
  readonly messages: string
  readonly rate: number
  readonly rounds: number
  readonly milliseconds: number
}

/** What is done with each frame, once all of its bytes were read. */
type Way = 'nothing' | 'parsed' | 'recorded'
type Figures = { readonly microseconds: number; readonly loopDelay: number }
export type RecordingRound = Readonly<Record<Way, Figures>>

const ways: readonly Way[] = ['nothing', 'parsed', 'recorded']
/** Milliseconds between two reads of the socket, about as in the app. */
const readEvery = 15
/** In milliseconds; each wakes main, which costs more than to record. */
const resolution = 20
/** Until a recorder has what was sent before. */
const settling = 300
const budget = { bytes: 1e9, days: 1, freeBytes: 0, sealedFirst: false }

const valueOf = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))!.slice(name.length + 3)
const request = JSON.parse(valueOf('request')) as RecordingRequest
let read = 0

function startClient(): RecorderClient {
  const folder = path.join(request.folder, 'recordings')
  const client = new RecorderClient({
    clock: systemClock,
    spawn: () => forkProcess(request.recorder, 'Recorder'),
    location: () => ({ folder, root: folder, isMoved: false }),
    budgets: () => ({ local: budget, remote: budget }),
    changed: () => undefined
  })
  client.start()
  return client
}

async function measure(
  frames: readonly Buffer[],
  take: (frame: Buffer, at: number) => void
): Promise<Figures> {
  const begun = performance.now()
  let taken = 0
  const timer = setInterval(() => {
    const at = performance.now()
    const due = ((at - begun) / 1000) * request.rate
    for (; taken < due; taken += 1) {
      const frame = frames[taken % frames.length]!
      read += frame.indexOf(0)
      take(frame, at)
    }
  }, readEvery)
  await pause(settling)
  const delay = monitorEventLoopDelay({ resolution })
  const [from, before] = [taken, process.cpuUsage()]
  delay.enable()
  await pause(request.milliseconds)
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  clearInterval(timer)
  await pause(settling)
  return {
    microseconds: (user + system) / (taken - from),
    loopDelay: delay.percentile(99) / 1e6 - resolution
  }
}

async function measureRounds(): Promise<RecordingRound[]> {
  const frames = readFrames(request.messages)
  const client = startClient()
  const takes: Readonly<Record<Way, (frame: Buffer, at: number) => void>> = {
    nothing: () => undefined,
    parsed: (frame) => void (read += Object.keys(JSON.parse(frame.toString()) as object).length),
    recorded: (frame, at) => client.record('f', at, frame)
  }
  const rounds: RecordingRound[] = []
  for (let round = -1; round < request.rounds; round += 1) {
    const figures: Partial<Record<Way, Figures>> = {}
    for (const way of round % 2 === 0 ? ways : ways.toReversed())
      figures[way] = await measure(frames, takes[way])
    if (round >= 0) rounds.push(figures as RecordingRound)
  }
  if ((await client.dispose()) > 0) throw new Error('Frames were not recorded.')
  return rounds
}

app.setPath('userData', path.join(request.folder, 'data'))
void app
  .whenReady()
  .then(measureRounds)
  .then(
    (rounds) => writeFile(valueOf('result'), JSON.stringify({ rounds, read })),
    (error: unknown) => writeFile(valueOf('result'), JSON.stringify({ error: String(error) }))
  )
  .finally(() => app.exit())
