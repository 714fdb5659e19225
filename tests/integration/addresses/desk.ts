import path from 'node:path'
import { expect } from 'vitest'
import { Addresses, type StartCore } from '#engine/records/addresses/index'
import { systemClock } from '#engine/base/clock'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { Restraints, TokenSource } from '#engine/connection/tokens/index'
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/index'
import type {
  AddressesState,
  AddressFilters,
  AddressQuestion
} from '#shared/contract/records/addresses/index'
import { startHere } from '../../unit/engine/records/addresses/desk'
import { allScopes } from '../rest/desk'
import { impatientServiceClock } from '../statements-desk'

export const profileId = 'local-sandbox'

export interface Connected {
  readonly sandbox: RunningSandbox
  readonly rest: Rest
  /** Requested. */
  readonly asked: URLSearchParams[]
  /** Can throw or change parameters. */
  before: (parameters: URLSearchParams) => Promise<void> | void
  close(): Promise<void>
}

export async function connect(options: SandboxOptions = {}): Promise<Connected> {
  const sandbox = await startSandbox({ rate: 1, ...options })
  const { base_url, auth_url, client_id, client_secret } = sandbox.description
  const restraint = new Restraints(impatientServiceClock, Math.random).at(auth_url)
  const asked: URLSearchParams[] = []
  const counted = async (address: string, init: RequestInit) => {
    const url = new URL(address)
    if (url.pathname.endsWith('/deposit-addresses')) {
      asked.push(url.searchParams)
      await connected.before(url.searchParams)
    }
    return fetch(url, init)
  }
  const keepOutOfLogs = () => undefined
  const tokens = new TokenSource({
    clock: impatientServiceClock,
    restraint,
    fetch: counted,
    keepOutOfLogs,
    access: async () => ({
      tokenHost: auth_url,
      clientId: client_id,
      clientSecret: client_secret,
      scopes: allScopes
    })
  })
  const connected: Connected = {
    sandbox,
    asked,
    before: () => undefined,
    rest: createRest({
      clock: impatientServiceClock,
      random: Math.random,
      fetch: counted,
      restBase: base_url,
      tokens,
      backOff: restraint.backOff,
      keepOutOfLogs
    }),
    async close() {
      tokens.dispose()
      await sandbox.close()
    }
  }
  return connected
}

export interface AddressHarness {
  readonly addresses: Addresses
  readonly clipboard: { text: string }
  load(filters: AddressFilters, order?: 'ASC' | 'DESC'): Promise<AddressesState>
  /** Nothing is loading. */
  settled(): Promise<void>
  idsOf(question: AddressQuestion): Promise<string[]>
}

interface Options {
  readonly pageLimit?: number
  readonly start?: StartCore
  readonly pointsTo?: () => string
}

export async function openAddresses(
  folder: string,
  service: () => Connected | null,
  { pageLimit = 1000, start = startHere, pointsTo = () => 'here' }: Options = {}
): Promise<AddressHarness> {
  const clipboard = { text: '' }
  const addresses = new Addresses({
    folder: path.join(folder, 'addresses'),
    clock: systemClock,
    start,
    service() {
      const rest = service()?.rest
      return rest ? { profileId, service: pointsTo(), rest } : 'Not connected.'
    },
    clipboard: {
      read: async () => clipboard.text,
      async write(text) {
        clipboard.text = text
      }
    },
    pointsTo,
    changed: () => undefined,
    replaced: () => undefined,
    clipboardMoved: () => undefined,
    pageLimit
  })
  await addresses.useProfile(profileId)
  await addresses.opened()
  const settled = () => expect.poll(() => addresses.state.load?.phase, { interval: 5 }).not.toBe('running')
  let sequence = 0
  return {
    addresses,
    clipboard,
    async load(filters, order = 'DESC') {
      await addresses.load(filters, order)
      await settled()
      return addresses.state
    },
    settled,
    async idsOf(question) {
      const { count } = await addresses.ask('test', (sequence += 1), question)
      const ids: string[] = []
      while (ids.length < count) {
        const { rows } = await addresses.slice('test', ids.length, 500)
        if (rows.length === 0) throw new Error(`${ids.length} of ${count} rows`)
        ids.push(...rows.map(({ id }) => id))
      }
      return ids
    }
  }
}
