import { BackOff } from '#engine/base/http/index'
import { systemClock, type Clock } from '#engine/base/clock'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { Restraints, TokenSource } from '#engine/connection/tokens/index'
import type { SandboxDescription } from '#sandbox/index'

export interface ArchiveLink {
  readonly rest: Rest
  close(): void
}

/** The statements part of a sandbox connection’s REST client. */
export function openArchiveLink(
  { auth_url, base_url, client_id, client_secret }: SandboxDescription,
  options: { readonly clock?: Clock; readonly keepOutOfLogs?: (secret: string) => void } = {}
): ArchiveLink {
  const { clock = systemClock, keepOutOfLogs = () => {} } = options
  const ask = (address: string, init: RequestInit) => fetch(address, init)
  const tokens = new TokenSource({
    clock,
    restraint: new Restraints(clock, Math.random).at(auth_url),
    fetch: ask,
    keepOutOfLogs,
    access: async () => ({
      tokenHost: auth_url,
      clientId: client_id,
      clientSecret: client_secret,
      scopes: ['rewards:read_statements']
    })
  })
  const rest = createRest({
    clock,
    random: Math.random,
    fetch: ask,
    restBase: base_url,
    tokens,
    backOff: new BackOff(clock, Math.random),
    keepOutOfLogs
  })
  return { rest, close: () => tokens.dispose() }
}
