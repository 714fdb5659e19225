import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { logFolderOf } from '#engine/recording/location'
import type { Drawing } from '#shared/contract/market/drawings'
import { writeLog } from '../../integration/support/written-log'
import { LogScript } from '../../unit/engine/recording/log-script'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { pause, showAll, size, startBare } from './bare'
import { startDesk, type Electron, type RunningDesk } from './desk'
import { canvasesOf, framesOfAll, repaint } from './frames'
import { startBusyService, type BusyService } from './sandbox'

export interface PanMeasurement {
  /** Frames per second while a chart is dragged, and of a bare window. */
  readonly rounds: readonly { readonly desk: number; readonly bare: number }[]
}

interface PanRequest {
  readonly root: string
  readonly executable: string
  readonly rounds: number
  readonly milliseconds: number
}

const market = 'BTCUSD'
const hour = 3_600_000
/** The recording keeps at most a year. */
const hours = 364 * 24
const drawingCount = 200
const rate = 100
/** Milliseconds. A pointer moves more often than frames are drawn. */
const drag = { length: 800, every: 8 }
const settling = 2000
const maxWait = 120_000

/** A chart of a year with many drawings, dragged from end to end, beside a bare window that repaints its canvases. */
export async function measurePan(
  electron: Electron,
  { root, executable, rounds, milliseconds }: PanRequest,
  report: (text: string) => void
): Promise<PanMeasurement> {
  const service = await startBusyService(root, rate)
  let desk: RunningDesk | null = null
  let bare: ElectronApplication | null = null
  const data = await mkdtemp(path.join(tmpdir(), 'leadline-bare-'))
  const from = Math.floor(Date.now() / hour) * hour - hours * hour
  try {
    desk = await startDesk(electron, {
      ...{ root, executable, service, size },
      windows: 0,
      panels: ['chart'],
      settings: { interval: '1h' },
      appSettings: { recordingDays: 365 },
      prepare: (folder) => recordYear(folder, service, from)
    })
    const page = desk.pages[0]!
    await draw(page, from)
    report('a year of candles is loading')
    await loadAll(page, from)
    bare = await startBare(electron, { root, executable, data, windows: 1 })
    const bareApp = bare
    const bareWindow = await bareApp.firstWindow()
    await repaint(bareWindow, await canvasesOf(page))
    const taken: { desk: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      report(`a chart of a year is dragged, round ${round + 1} of ${rounds}`)
      await showAll(bareApp, false)
      await desk.show(true)
      await service.resume()
      await pause(settling)
      const own = await dragFor(page, milliseconds)
      await service.pause()
      await desk.show(false)
      await showAll(bareApp, true)
      await pause(settling)
      taken.push({ desk: own, bare: await framesOfAll([bareWindow], milliseconds) })
    }
    return { rounds: taken }
  } finally {
    await bare?.close()
    await desk?.close()
    await service.close()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

const priceAt = (index: number) => String(60_000 + Math.round(4000 * Math.sin(index / 400)) + (index % 97))

/** A trade each hour. */
async function recordYear(userData: string, { description }: BusyService, from: number): Promise<void> {
  const folder = logFolderOf(path.join(userData, 'recordings'), {
    environment: 'local',
    restBase: description.base_url,
    clientId: description.client_id
  })
  await mkdir(folder, { recursive: true })
  const script = new LogScript(market)
  script.now = from
  script
    .run()
    .subscribed()
    .snapshot([['1', '3']], [['900000', '2']])
  for (let index = 0; index < hours - 1; index += 1)
    script.trade(priceAt(index), String(1 + (index % 9))).pass(hour)
  const options = { segment: 1500, restarts: 1e9, named: true, finish: true }
  await writeLog(folder, script.items, { random: new FuzzRandom(1), ...options })
}

/** Spread over the year. */
async function draw(page: Page, from: number): Promise<void> {
  const anchor = (index: number, up = 0) => ({
    at: from + index * hour,
    price: String(Number(priceAt(index)) + up)
  })
  const step = Math.floor(hours / drawingCount)
  const put = Array.from({ length: drawingCount }, (_, number): Drawing => {
    const at = number * step
    const kind = (['trend', 'rectangle', 'note', 'ray', 'trend'] as const)[number % 5]!
    const anchors =
      kind === 'note' ? [anchor(at)] : [anchor(at, -300), anchor(Math.min(hours - 1, at + 2 * step), 500)]
    const shared = { colour: 'yellow', width: 2, text: `Drawing ${number}`, locked: false } as const
    return { id: `drawing-${number}`, kind, anchors, ...shared }
  })
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(
    async ({ call }, { market: symbol, put: drawings }) => {
      const read = await call.drawings.read({ market: symbol })
      if (!read.ok) return read.error.sentence
      const { source } = read.value
      if (source === null) return 'The desk is not connected.'
      const changed = await call.drawings.change({ source, market: symbol, put: drawings, remove: [] })
      return changed.ok ? null : changed.error.sentence
    },
    { market, put }
  )
  if (problem !== null) throw new Error(problem)
}

const chartOf = (page: Page) => page.getByRole('application', { name: new RegExp(market) })
/** Finding a role would take a share of the frames. */
const firstCandle = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-panel] [role="grid"] tbody tr')?.textContent ?? '')

/** Zoomed out. */
async function loadAll(page: Page, from: number): Promise<void> {
  const wanted = new Date(from).toISOString().slice(0, 10)
  const until = Date.now() + maxWait
  for (;;) {
    await chartOf(page).press('Home')
    await pause(200)
    const first = await firstCandle(page)
    if (first.includes(wanted)) break
    if (Date.now() > until) throw new Error(`The chart begins with ${first}, not at ${wanted}.`)
  }
  for (let times = 0; times < 12; times += 1) await chartOf(page).press('-')
}

/** Drags from end to end and back; returns the frames per second. */
async function dragFor(page: Page, milliseconds: number): Promise<number> {
  await chartOf(page).press('Home')
  const box = (await chartOf(page).boundingBox())!
  const [left, right, middle] = [box.x + 100, box.x + box.width - 200, box.y + box.height / 2]
  const seen = new Set<string>()
  let isCounting = true
  const frames = framesOfAll([page], milliseconds).finally(() => (isCounting = false))
  for (let turn = 0; isCounting; turn += 1) {
    const [start, end] = turn % 6 < 3 ? [right, left] : [left, right]
    await page.mouse.move(start, middle)
    await page.mouse.down()
    const began = performance.now()
    const moves: Promise<void>[] = []
    for (let share = 0; share < 1 && isCounting;) {
      share = Math.min(1, (performance.now() - began) / drag.length)
      moves.push(page.mouse.move(start + (end - start) * share, middle))
      await pause(drag.every)
    }
    await Promise.all(moves)
    await page.mouse.up()
    seen.add(await firstCandle(page))
  }
  if (seen.size < 3) throw new Error(`The chart showed ${[...seen].join(', ')} while it was dragged.`)
  return frames
}
