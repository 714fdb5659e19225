import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { layouts, pause, showAll, size, startBare } from './bare'
import { startDesk, type Electron, type RunningDesk } from './desk'
import { canvasesOf, framesOfAll, repaint } from './frames'
import { startBusyService } from './sandbox'

export { measurePan } from './pan'

export interface DeskMeasurement {
  readonly rate: number
  /** Frames per second of the desk and of bare windows. */
  readonly rounds: readonly { readonly desk: number; readonly bare: number }[]
  /** In milliseconds. */
  readonly loopDelay: readonly number[]
  /** 99th percentile from receipt to paint, in milliseconds. */
  readonly paint: readonly number[]
  readonly messages: readonly number[]
  readonly canvases: number
  readonly tradesSkipped: number
}

export interface DeskRequest {
  readonly root: string
  readonly executable: string
  readonly layout: keyof typeof layouts
  readonly rate: number
  readonly rounds: number
  readonly milliseconds: number
}

/** For pending frames. */
const settling = 2000

export async function measureDesk(
  electron: Electron,
  { root, executable, layout, rate, rounds, milliseconds }: DeskRequest,
  report: (text: string) => void
): Promise<DeskMeasurement> {
  const { windows } = layouts[layout]
  const service = await startBusyService(root, rate)
  let desk: RunningDesk | null = null
  let bare: ElectronApplication | null = null
  const data = await mkdtemp(path.join(tmpdir(), 'leadline-bare-'))
  try {
    desk = await startDesk(electron, { root, executable, service, ...layouts[layout], size })
    const places = await Promise.all(desk.pages.map(canvasesOf))
    bare = await startBare(electron, { root, executable, data, windows: desk.pages.length })
    const bareApp = bare
    await bareApp.firstWindow()
    while (bareApp.windows().length < windows) await bareApp.waitForEvent('window', { timeout: 30_000 })
    for (const [index, page] of bareApp.windows().entries()) await repaint(page, places[index] ?? [])

    const skippedBefore = (await desk.stream()).counts.tradesSkipped ?? 0
    const taken: { desk: number; bare: number }[] = []
    const loopDelay: number[] = []
    const paint: number[] = []
    const messages: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      report(`${rate} messages a second, round ${round + 1} of ${rounds}`)
      await showAll(bareApp, false)
      await desk.show(true)
      await service.resume()
      await pause(settling)
      const from = Date.now()
      const own = await framesOfAll(desk.pages, milliseconds)
      const until = Date.now()
      const health = (await desk.health()).filter(({ at }) => at > from + 1000 && at <= until)
      loopDelay.push(...health.map((frame) => frame.loopDelay))
      messages.push(...health.flatMap(({ stream }) => (stream ? [stream.messages] : [])))
      paint.push(...health.flatMap(({ stream }) => (stream?.paint ? [stream.paint.p99] : [])))
      await service.pause()
      await desk.show(false)
      await showAll(bareApp, true)
      await pause(settling)
      taken.push({ desk: own, bare: await framesOfAll(bareApp.windows(), milliseconds) })
    }
    await service.resume()
    const tradesSkipped = ((await desk.stream()).counts.tradesSkipped ?? 0) - skippedBefore
    const canvases = places.reduce((sum, each) => sum + each.length, 0)
    return { rate, rounds: taken, loopDelay, paint, messages, canvases, tradesSkipped }
  } finally {
    await bare?.close()
    await desk?.close()
    await service.close()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}
