import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { panels, pause, showAll, size, startBare } from './bare'
import { startDesk, type Electron, type RunningDesk } from './desk'
import { canvasesOf, repaint } from './frames'
import { shares, timeOf, timesOf, type ProcessKind } from './processor'
import { startBusyService, type BusyService } from './sandbox'

/** Shares of one core. */
type Shares = Readonly<Record<ProcessKind, number>>

export const phases = ['full', '30', '15', 'records', 'hidden'] as const
export type Phase = (typeof phases)[number]

export interface LightRound {
  readonly desk: Readonly<Record<Phase, Shares>>
  /** Plain Node on the same stream, during the phase `full`. */
  readonly reader: number
  readonly bare: Shares
  /** Messages per second to the reader. */
  readonly messages: number
}

export interface LightRequest {
  readonly root: string
  readonly executable: string
  readonly rate: number
  readonly rounds: number
  readonly milliseconds: number
}

/** For what a change of phase causes; a window that is hidden while it changes view takes longest. */
const settling = { full: 2000, 30: 2000, 15: 2000, records: 2000, hidden: 8000 } as const

export async function measureLight(
  electron: Electron,
  { root, executable, rate, rounds, milliseconds }: LightRequest,
  report: (text: string) => void
): Promise<readonly LightRound[]> {
  const service = await startBusyService(root, rate)
  const data = await mkdtemp(path.join(tmpdir(), 'leadline-bare-'))
  let desk: RunningDesk | null = null
  let bare: ElectronApplication | null = null
  let reader: ChildProcess | null = null
  try {
    desk = await startDesk(electron, { root, executable, service, windows: 0, panels, size })
    const canvases = await canvasesOf(desk.pages[0]!)
    bare = await startBare(electron, { root, executable, data, windows: 1 })
    await repaint(await bare.firstWindow(), canvases)
    reader = startReader(root, service)
    const taken: LightRound[] = []
    for (let round = 0; round < rounds; round += 1) {
      report(`round ${round + 1} of ${rounds}`)
      taken.push(await measureRound({ desk, bare, reader, milliseconds }))
    }
    return taken
  } finally {
    reader?.kill()
    await bare?.close()
    await desk?.close()
    await service.close()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

function startReader(root: string, { description }: BusyService): ChildProcess {
  const script = path.join(root, 'tests/perf/stream-reader/main.mjs')
  return spawn(process.execPath, [script, JSON.stringify(description)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
}

async function messagesOf(reader: ChildProcess): Promise<number> {
  const answer = once(reader, 'message')
  reader.send('messages')
  const [count] = (await answer) as [number]
  return count
}

interface Parts {
  readonly desk: RunningDesk
  readonly bare: ElectronApplication
  readonly reader: ChildProcess
  readonly milliseconds: number
}

async function measureRound({ desk, bare, reader, milliseconds }: Parts): Promise<LightRound> {
  const measured: Partial<Record<Phase, Shares>> = {}
  let readerShare = 0
  let messages = 0
  await showAll(bare, false)
  for (const phase of phases) {
    await enter(desk, phase)
    await pause(settling[phase])
    const [before, count, time] = [
      await timesOf(desk.app),
      await messagesOf(reader),
      await timeOf(reader.pid!)
    ]
    await pause(milliseconds)
    const after = await timesOf(desk.app)
    measured[phase] = shares(before, after)
    if (phase !== 'full') continue
    readerShare = ((await timeOf(reader.pid!)) - time) / (after.at - before.at)
    messages = (((await messagesOf(reader)) - count) * 1000) / (after.at - before.at)
  }
  await showAll(bare, true)
  await pause(settling.full)
  const before = await timesOf(bare)
  await pause(milliseconds)
  const bareShares = shares(before, await timesOf(bare))
  return { desk: measured as Record<Phase, Shares>, reader: readerShare, bare: bareShares, messages }
}

async function enter({ app, pages, show }: RunningDesk, phase: Phase): Promise<void> {
  const bridge = await pages[0]!.evaluateHandle(() => window.leadline!)
  await pages[0]!.evaluate((records) => {
    location.hash = records ? '#/addresses' : '#/markets'
  }, phase === 'records')
  const frameRate = ({ 30: 30, 15: 15, full: 'full', records: 'full', hidden: 'full' } as const)[phase]
  await bridge.evaluate(
    async ({ call }, rate) => void (await call.settings.change({ frameRate: rate })),
    frameRate
  )
  await show(phase !== 'hidden')
  if (phase !== 'hidden') await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
}
