import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/index'
import { ManualClock } from '../unit/sandbox/manual-clock'

export interface Desk {
  readonly sandbox: RunningSandbox
  readonly clock: ManualClock
  token(...scopes: readonly string[]): Promise<string>
  get(path: string, token?: string, init?: RequestInit): Promise<Response>
  control(method: string, path: string, body?: unknown): Promise<Response>
  close(): Promise<void>
}

/** With a manual clock. */
export async function openDesk(options: SandboxOptions = {}): Promise<Desk> {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ addresses: 500, clock, ...options })
  const { base_url, auth_url, client_id, client_secret, control_url, control_key } = sandbox.description
  return {
    sandbox,
    clock,
    async token(...scopes) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope: scopes.join(' ')
      })
      const response = await fetch(`${auth_url}/oauth2/token`, { method: 'POST', body })
      return ((await response.json()) as { access_token: string }).access_token
    },
    get: (path, token, init = {}) =>
      fetch(path.startsWith('http') ? path : base_url + path, {
        ...init,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...init.headers }
      }),
    control: (method, path, body) =>
      fetch(control_url + path, {
        method,
        headers: { authorization: `Bearer ${control_key}` },
        ...(body !== undefined && { body: JSON.stringify(body) })
      }),
    close: () => sandbox.close()
  }
}

export const scopes = {
  addresses: 'transfer:read_deposit_address',
  statements: 'rewards:read_statements',
  conversions: 'conversion:read_conversion_stablecoin'
} as const
