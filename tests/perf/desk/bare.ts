import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { PanelKind, PanelSettings } from '#shared/domain/workspace/index'
import { sandboxArgs, type Electron } from './desk'

export const size = { width: 1280, height: 800 }
export const panels: readonly PanelKind[] = [
  'watchlist',
  'chart',
  'book',
  'trades',
  'depth',
  'book',
  'trades',
  'connection'
]

const allStudies = {
  interval: '1s',
  cvd: true,
  ema: true,
  atr: true,
  rsi: true,
  spread: true,
  depth10: true,
  depth50: true,
  imbalance: true,
  footprint: true,
  footprintSides: true,
  levels: true,
  profile: 'visible'
}

interface Layout {
  readonly windows: number
  /** Of each window. */
  readonly panels: readonly PanelKind[]
  readonly settings: PanelSettings
}

export const layouts = {
  desk: { windows: 4, panels, settings: {} },
  charts: { windows: 1, panels: Array<PanelKind>(8).fill('chart'), settings: allStudies }
} satisfies Readonly<Record<string, Layout>>

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

interface BareRequest {
  readonly root: string
  readonly executable: string
  readonly data: string
  readonly windows: number
}

/** Windows of the desk's size without the app. */
export async function startBare(
  electron: Electron,
  { root, executable, data, windows }: BareRequest
): Promise<ElectronApplication> {
  const bounds = Array.from({ length: windows }, (_, index) => ({
    bounds: {
      x: (index % 2) * (size.width + 40),
      y: Math.floor(index / 2) * (size.height + 60),
      ...size,
      useContentSize: true
    }
  }))
  return electron.launch({
    executablePath: executable,
    args: [
      ...sandboxArgs,
      path.join(root, 'tests/perf/bare-windows'),
      `--user-data=${data}`,
      `--windows=${JSON.stringify(bounds)}`
    ],
    cwd: root,
    timeout: 60_000
  })
}

export const showAll = (app: ElectronApplication, shown: boolean) =>
  app.evaluate(({ BrowserWindow }, visible) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (visible) window.showInactive()
      else window.hide()
    }
  }, shown)
