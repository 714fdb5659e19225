import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { Restraints, TokenSource } from '#engine/connection/tokens/index'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/index'
import type { ServiceFeature } from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import { HandClock } from '../../unit/engine/hand-clock'

export const allScopes = [
  'transfer:read_deposit_address',
  'rewards:read_statements',
  'conversion:read_conversion_stablecoin'
]

const limits = { tryMilliseconds: 20_000, callMilliseconds: 75_000 }
const tokenMilliseconds = 15_000

/** Time stops while an answer is pending, however slow the machine. */
class ClientClock extends HandClock {
  exchanges = 0

  override later(milliseconds: number, run: () => void): () => void {
    const exchange = milliseconds === limits.tryMilliseconds || milliseconds === tokenMilliseconds
    if (!exchange) return super.later(milliseconds, run)
    this.exchanges += 1
    let over = false
    const end = () => {
      if (!over) this.exchanges -= 1
      over = true
    }
    const cancel = super.later(milliseconds, () => {
      end()
      run()
    })
    return () => {
      end()
      cancel()
    }
  }
}

export interface RestHarness {
  readonly sandbox: RunningSandbox
  readonly service: HandClock
  readonly clock: ClientClock
  readonly tokens: TokenSource
  readonly rest: Rest
  /** Paths in order. */
  readonly asked: string[]
  readonly tokenRequests: () => number
  readonly hidden: string[]
  readonly reports: [ServiceFeature, Problem | null][]
  /** Advances both clocks until done. */
  drive<T>(work: Promise<T>): Promise<T>
  /** Of the client's time. */
  pass(milliseconds: number): Promise<void>
  close(): Promise<void>
}

export async function openRestHarness(
  options: SandboxOptions & { readonly scopes?: readonly string[] } = {}
): Promise<RestHarness> {
  const { scopes = allScopes, ...rest } = options
  const service = new HandClock()
  const clock = new ClientClock()
  const sandbox = await startSandbox({ addresses: 500, rate: 1, clock: service, ...rest })
  const { base_url, auth_url, client_id, client_secret } = sandbox.description
  const restraint = new Restraints(clock, Math.random).at(auth_url)
  const asked: string[] = []
  const hidden: string[] = []
  const reports: RestHarness['reports'] = []
  const counted = (address: string, init: RequestInit) => {
    asked.push(address.slice(auth_url.length))
    return fetch(address, init)
  }
  const keepOutOfLogs = (secret: string) => void hidden.push(secret)
  const tokens = new TokenSource({
    clock,
    restraint,
    fetch: counted,
    keepOutOfLogs,
    access: async () => ({ tokenHost: auth_url, clientId: client_id, clientSecret: client_secret, scopes })
  })
  const step = async (milliseconds: number) => {
    service.advance(milliseconds)
    if (clock.exchanges === 0) clock.advance(milliseconds)
    // Lets the answer come before much of the service's time has passed.
    else await delay(1)
    for (let count = 0; count < 5; count += 1) await turn()
  }
  return {
    sandbox,
    service,
    clock,
    tokens,
    asked,
    hidden,
    reports,
    rest: createRest({
      clock,
      random: Math.random,
      fetch: counted,
      restBase: base_url,
      tokens,
      backOff: restraint.backOff,
      keepOutOfLogs,
      report: (feature, problem) => reports.push([feature, problem]),
      limits
    }),
    tokenRequests: () => asked.filter((path) => path === '/oauth2/token').length,
    async drive(work) {
      let settled = false
      const end = () => void (settled = true)
      work.then(end, end)
      while (!settled) await step(50)
      return work
    },
    async pass(milliseconds) {
      const until = clock.monotonic() + milliseconds
      while (clock.monotonic() < until) await step(50)
    },
    async close() {
      tokens.dispose()
      await sandbox.close()
    }
  }
}
