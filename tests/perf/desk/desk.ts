import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, JSHandle, Page } from '@playwright/test'
import type { BrowserWindow } from 'electron'
import type { Bridge } from '#shared/contract/index'
import type { Settings } from '#shared/contract/app/settings'
import type { StreamDiagnosis } from '#shared/contract/app/diagnostics-stream'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { PanelKind, PanelSettings } from '#shared/domain/workspace/index'
import { confirmHosts } from '../../e2e/confirm-hosts'
import type { BusyService } from './sandbox'

export interface DeskOptions {
  readonly root: string
  readonly executable: string
  readonly service: BusyService
  /** Windows of workspaces; with 0, the desk's own window shows one. */
  readonly windows: number
  readonly panels: readonly PanelKind[]
  /** Of all panels. */
  readonly settings?: PanelSettings
  readonly size: { readonly width: number; readonly height: number }
  readonly appSettings?: Partial<Settings>
  /** Before the app starts with this data folder. */
  readonly prepare?: (userData: string) => Promise<void>
}

export interface RunningDesk {
  readonly app: ElectronApplication
  readonly pages: readonly Page[]
  readonly stream: () => Promise<StreamDiagnosis>
  readonly health: () => Promise<readonly HealthFrame[]>
  readonly show: (shown: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Electron {
  readonly launch: (options: {
    executablePath: string
    args: string[]
    cwd: string
    timeout: number
  }) => Promise<ElectronApplication>
}

const maxWait = 60_000
export const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []

async function buildWorkspaces(
  { call }: Bridge,
  {
    names,
    panels,
    settings,
    markets
  }: {
    names: string[]
    panels: readonly PanelKind[]
    settings: PanelSettings
    markets: readonly string[]
  }
): Promise<string[]> {
  const made: string[] = []
  const act = async (action: Parameters<typeof call.workspaces.act>[0]) => {
    const acted = await call.workspaces.act(action)
    if (!acted.ok) throw new Error(acted.error.sentence)
    return acted.value.made!
  }
  for (const [index, name] of names.entries()) {
    const workspace = await act({ do: 'workspace.add', template: 'empty', name })
    for (const [place, kind] of panels.entries()) {
      const market = markets[(index * 2 + (place > panels.length / 2 ? 1 : 0)) % markets.length]!
      await act({
        do: 'panel.add',
        workspace,
        frame: 'main',
        kind,
        link: null,
        market,
        settings,
        spot: null
      })
    }
    made.push(workspace)
  }
  return made
}

export async function startDesk(electron: Electron, options: DeskOptions): Promise<RunningDesk> {
  const { root, executable, service, panels, settings = {}, size } = options
  const data = await mkdtemp(path.join(tmpdir(), 'leadline-desk-'))
  await writeFile(
    path.join(data, 'settings.json'),
    JSON.stringify({ version: 1, guideDone: true, lowerFrameRate: false, ...options.appSettings })
  )
  // Without the local sandbox, which would count as well.
  await writeFile(
    path.join(data, 'connections.json'),
    JSON.stringify({ version: 1, profiles: [], lastUsed: null })
  )
  await options.prepare?.(data)
  const app = await electron.launch({
    executablePath: executable,
    args: [...sandboxArgs, root, `--user-data=${data}`],
    cwd: root,
    timeout: maxWait
  })
  const first = await app.firstWindow({ timeout: maxWait })
  await first.locator('#app > *').first().waitFor({ timeout: maxWait })
  // During its start, main may collect the promise of a call before it is settled.
  await confirmHosts(app)
  await connect(first, service)
  const bridge = await first.evaluateHandle(() => window.leadline!)
  const names = Array.from({ length: Math.max(1, options.windows) }, (_, index) => `Measured ${index + 1}`)
  const workspaces = await bridge.evaluate(buildWorkspaces, {
    names,
    panels,
    settings,
    markets: service.description.markets
  })
  const pages: Page[] = []
  const place = (handle: JSHandle<BrowserWindow>, index: number) =>
    handle.evaluate(
      (window, bounds) => {
        window.setPosition(bounds.left, bounds.top)
        window.setContentSize(bounds.width, bounds.height)
      },
      {
        left: (index % 2) * (size.width + 40),
        top: Math.floor(index / 2) * (size.height + 60),
        ...size
      }
    )
  if (options.windows === 0) {
    await first.getByRole('tab', { name: names[0]!, exact: true }).click()
    await place(await app.browserWindow(first), 0)
    pages.push(first)
  }
  for (const [index, workspace] of workspaces.slice(0, options.windows).entries()) {
    const opened = app.waitForEvent('window')
    await bridge.evaluate(
      async ({ call }, id) => void (await call.windows.openWorkspace({ workspace: id })),
      workspace
    )
    const page = await opened
    await place(await app.browserWindow(page), index)
    pages.push(page)
  }
  for (const page of pages)
    await page
      .locator('[data-panel]')
      .nth(panels.length - 1)
      .waitFor({ timeout: maxWait })
  if (options.windows > 0) await first.close()
  const [page] = pages
  const ask = async <T>(
    question: (bridge: Bridge) => Promise<{ ok: true; value: T } | { ok: false; error: { sentence: string } }>
  ) => {
    const own = await page!.evaluateHandle(() => window.leadline!)
    const answer = await own.evaluate(question)
    if (!answer.ok) throw new Error(answer.error.sentence)
    return answer.value
  }
  return {
    app,
    pages,
    stream: () => ask(({ call }) => call.diagnostics.stream()),
    health: () => ask(({ call }) => call.diagnostics.health()),
    show: (shown) =>
      app.evaluate(({ BrowserWindow }, visible) => {
        for (const window of BrowserWindow.getAllWindows())
          if (visible) window.showInactive()
          else window.hide()
      }, shown),
    async close() {
      await app.close()
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

async function connect(page: Page, { description }: BusyService): Promise<void> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(async ({ call }, service) => {
    const saved = await call.connections.save({
      id: null,
      draft: {
        name: 'Busy service',
        environment: 'local',
        restBase: service.base_url,
        tokenHost: service.auth_url,
        streamAddress: service.ws_url,
        clientId: service.client_id,
        features: { markets: true, addresses: false, conversions: false, statements: false }
      },
      clientSecret: service.client_secret,
      sessionOnly: true
    })
    if (!saved.ok || !saved.value.saved) return JSON.stringify(saved)
    const connected = await call.connections.connect({ id: saved.value.id })
    if (!connected.ok) return connected.error.sentence
    for (const market of service.markets) {
      const watched = await call.markets.watch({ market })
      if (!watched.ok) return watched.error.sentence
    }
    return null
  }, description)
  if (problem !== null) throw new Error(problem)
}
