import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { numberedMarkets } from '../support/numbered-frames'
import { checkKeyframes, checkSeeks } from '../support/right-keyframes'
import { recordedLines } from '../support/recorded-book'

export interface RecordingKills {
  readonly kills: number
  readonly frames: number
  /** Each has the state of straight play. */
  readonly keyframes: number
  /** Milliseconds before a kill of the app whose frames are not in the log, while a recorder wrote it. */
  readonly maxLost: number
  /** The same shortly after a kill of the recorder, without the time until its successor had opened the log. */
  readonly maxLostBetween: number
  readonly faults: readonly string[]
}

interface Pause {
  readonly from: number
  to: number
}

interface Run {
  /** When frames began to arrive, in milliseconds since the epoch. */
  readonly began: number
  /** When the app was killed. */
  readonly ended: number
  /** Times until then at which no recorder had opened the log. */
  readonly pauses: readonly Pause[]
  readonly kills: number
}

interface Frame {
  readonly run: number
  readonly number: number
  readonly at: number
}

const killsOfLog = 20

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Kills the app, its recorder, or both; in the end the log must be intact, and lack only what came just before. */
export async function killRecordings(options: {
  readonly app: string
  readonly recorder: string
  readonly kills: number
  readonly seed?: number
  readonly perSecond?: number
  readonly say?: (text: string) => void
}): Promise<RecordingKills> {
  const { kills, seed = 1, say = () => {} } = options
  const random = new FuzzRandom(seed)
  const faults: string[] = []
  let [done, frames, keyframes, maxLost, maxLostBetween] = [0, 0, 0, 0, 0]
  while (done < kills) {
    const folder = await mkdtemp(path.join(tmpdir(), 'leadline-recording-kills-'))
    try {
      const runs: Run[] = []
      for (let ofLog = 0; ofLog < Math.min(killsOfLog, kills - done); ofLog += runs.at(-1)!.kills)
        runs.push(await runUntilKilled(options, folder, runs.length, random))
      done += runs.reduce((sum, run) => sum + run.kills, 0)
      const found = await check(folder, runs, (fault) =>
        faults.push(`seed ${seed}, after ${done} kills: ${fault}`)
      )
      const derived = await checkKeyframes(folder, numberedMarkets)
      for (const fault of [...derived.faults, ...(await checkSeeks(folder, numberedMarkets, random))])
        faults.push(`seed ${seed}, after ${done} kills: ${fault}`)
      keyframes += derived.keyframes
      frames += found.frames
      maxLost = Math.max(maxLost, found.maxLost)
      maxLostBetween = Math.max(maxLostBetween, found.maxLostBetween)
      say(`${done} of ${kills} kills: ${frames} frames verify, at most ${maxLost} ms lost`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { kills: done, frames, keyframes, maxLost, maxLostBetween, faults }
}

async function runUntilKilled(
  {
    app,
    recorder,
    perSecond = 2000
  }: { readonly app: string; readonly recorder: string; readonly perSecond?: number },
  folder: string,
  run: number,
  random: FuzzRandom
): Promise<Run> {
  const child = spawn(process.execPath, [app, recorder, folder, `${run}`, `${perSecond}`], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const exit = once(child, 'close')
  const recorders: number[] = []
  const lines = createInterface(child.stdout)
  const began = Date.now()
  const pauses: Pause[] = [{ from: began, to: Infinity }]
  lines.on('line', (line) => {
    const [pid, what] = line.split(' ')
    if (what === 'started') recorders.push(Number(pid))
    else if (Number(pid) === recorders.at(-1) && isAlive(Number(pid))) pauses.at(-1)!.to = Date.now()
  })
  await once(lines, 'line')
  let kills = 0
  const killRecorder = () => {
    const pid = recorders.at(-1)!
    if (pauses.at(-1)!.to < Infinity) pauses.push({ from: Date.now(), to: Infinity })
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  while (random.chance(2)) {
    await pause(random.below(1200))
    killRecorder()
    kills += 1
  }
  await pause(random.below(1200))
  const ended = Date.now()
  // Electron ends the recorder with the app.
  if (random.chance(2)) killRecorder()
  child.kill('SIGKILL')
  await exit
  // Without the app, it writes what it has and ends.
  while (recorders.some(isAlive)) await pause(10)
  return { began, ended, pauses, kills: kills + 1 }
}

async function check(folder: string, runs: readonly Run[], fault: (sentence: string) => void) {
  const writer = await LogWriter.open(folder, Date.now)
  await writer.close()
  const { damage } = await verifyLog(folder)
  if (damage.length > 0) fault(`damaged: ${JSON.stringify(damage)}`)
  const lines = await recordedLines(folder)
  lines.forEach(
    ([seq], index) => Number(seq) === index + 1 || fault(`item ${index + 1} has the number ${seq}`)
  )
  const frames = lines.filter(([, , kind]) => kind === 'f').map(([, , , text]) => JSON.parse(text!) as Frame)
  let [maxLost, maxLostBetween] = [0, 0]
  for (const [run, { began, ended, pauses }] of runs.entries()) {
    const own = frames.filter((frame) => frame.run === run)
    own.forEach(
      ({ number }, index) => number === index || fault(`run ${run}: frame ${number} instead of ${index}`)
    )
    const last = own.at(-1)?.at ?? began
    const without = pauses.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, ended) - Math.max(from, last)),
      0
    )
    if (without === 0) maxLost = Math.max(maxLost, ended - last)
    else maxLostBetween = Math.max(maxLostBetween, ended - last - without)
  }
  return { frames: frames.length, maxLost, maxLostBetween }
}
