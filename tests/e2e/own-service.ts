import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import type { SandboxDescription } from '#sandbox/index'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { lowLoad, project } from './app'
import { call } from './connections-desk'

interface Level {
  readonly price: string
  readonly amount: string
}

/** A sandbox with access to its pace, faults and truth. */
export interface OwnService {
  readonly description: SandboxDescription
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Of one market if given. */
  readonly step: (count: number, market?: string) => Promise<void>
  readonly book: (
    market: string
  ) => Promise<{ readonly bids: readonly Level[]; readonly asks: readonly Level[] }>
  readonly trades: (market: string) => Promise<readonly unknown[]>
  readonly simulateFault: (name: ScenarioName) => Promise<void>
  readonly endFault: (name: ScenarioName) => Promise<void>
  /** Returns its ID. */
  readonly convert: (source: string, target: string) => Promise<string>
  readonly endConversion: (id: string, status: 'SETTLED' | 'CANCELLED') => Promise<void>
  readonly close: () => Promise<void>
}

/** Connects the app to any service. */
export interface ServiceAccess {
  readonly description: Pick<
    SandboxDescription,
    'base_url' | 'auth_url' | 'ws_url' | 'client_id' | 'client_secret'
  >
}

/** Hardly moves its markets, where a test does not look at them. */
export const noMarkets = ['--rate', '1'] as const

export async function startOwnService(words: readonly string[] = []): Promise<OwnService> {
  const command = [path.join(project, 'scripts/sandbox.mjs'), '--json', '--rate', `${lowLoad.sandboxRate}`]
  const child = spawn(process.execPath, [...command, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => child.kill()
  // Also ends an aborted run.
  process.once('exit', end)
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then(() => Promise.reject(new Error(`The sandbox ended before it was ready: ${said}`)))
  ])) as [string]
  const description = JSON.parse(line) as SandboxDescription
  const control = async <T>(method: string, words: string, body?: object): Promise<T> => {
    const response = await fetch(`${description.control_url}/${words}`, {
      method,
      headers: { authorization: `Bearer ${description.control_key}` },
      ...(body && { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${method} ${words}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    description,
    pause: () => control('POST', 'pause'),
    resume: () => control('POST', 'resume'),
    step: (count, market) => control('POST', 'step', { count, market }),
    book: (market) => control('GET', `books/${market}`),
    trades: async (market) => (await control<{ trades: unknown[] }>('GET', `trades/${market}`)).trades,
    simulateFault: (name) => control('PUT', `scenarios/${name}`, {}),
    endFault: (name) => control('DELETE', `scenarios/${name}`),
    async convert(source, target) {
      const pair = { source_asset: source, target_asset: target }
      return (await control<{ id: string }>('POST', 'conversions', pair)).id
    },
    endConversion: (id, status) => control('PUT', `conversions/${id}`, { status }),
    async close() {
      end()
      await gone
      process.off('exit', end)
    }
  }
}

/** Connects and watches markets through calls. */
export async function useOwnService(
  page: Page,
  { description }: ServiceAccess,
  watched: readonly string[]
): Promise<void> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(
    async ({ call: calls }, { service, markets }) => {
      const saved = await calls.connections.save({
        id: null,
        draft: {
          name: 'Own service',
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
      const connected = await calls.connections.connect({ id: saved.value.id })
      if (!connected.ok) return connected.error.sentence
      for (const market of markets) {
        const added = await calls.markets.watch({ market })
        if (!added.ok) return added.error.sentence
      }
      return null
    },
    { service: description, markets: watched }
  )
  if (problem !== null) throw new Error(problem)
}

/** Read by main. */
export async function messagesRead(page: Page): Promise<number> {
  const { counts } = await call(page, (bridge) => bridge.call.diagnostics.stream())
  return counts.fast + counts.fallback
}
