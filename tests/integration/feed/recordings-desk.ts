import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createAccount, createOperator, createUser } from '@nats-io/nkeys'
import { userToken } from '#engine/feed/desk/jwt'
import { collectorPermissions, seatPermissions } from '#engine/feed/desk/permissions'
import { accountsFile } from '#engine/feed/desk/server-files'
import { connectFeed } from '#engine/feed/server/connect'
import { ObjectSource } from '#engine/feed/server/object-source'
import { ObjectSharedStore } from '#engine/feed/server/object-store'
import { identityOf, serviceDigest, type ServiceNamed } from '#engine/connection/index'
import { CatalogHost } from '#engine/recording/catalog/host'
import type { CatalogReply, CatalogRequest, JobResults } from '#engine/recording/catalog/messages'
import { logFolderOf, serviceFolder } from '#engine/recording/location'
import { listSegments } from '#engine/recording/log/segments'
import { SharedSets } from '#engine/recording/shared/read-sums'
import type { FetchedTime, FetchWithin } from '#engine/recording/shared/fetch-requests'
import { shareSealed } from '#engine/recording/shared/share'
import { ProblemError } from '#shared/domain/base/problem'
import { freshFolder } from '../support/folder'
import { startNats, type NatsServer } from './nats-server'

export const service = {
  environment: 'production',
  restBase: 'https://api.example.com',
  clientId: 'desk'
} as const
const [operator, system] = [createOperator(), createAccount()]
export const account = createAccount()
export const seconds = () => Math.floor(Date.now() / 1000)
const { signal } = new AbortController()

export const startGuardedNats = (): Promise<NatsServer> =>
  startNats(
    accountsFile({
      ...{ operator, account, system: system.getPublicKey(), name: 'desk' },
      ...{ made: seconds(), changed: seconds(), revoked: {} }
    })
  )

/** With the rights that `leadline desk` gives, as in a credentials file. */
export function credentials(kind: 'collector' | 'seat', of: ServiceNamed): string {
  const user = createUser()
  const key = user.getPublicKey()
  const permissions = (kind === 'seat' ? seatPermissions : collectorPermissions)(of, key)
  const token = userToken(account, { key, name: kind, issuedAt: seconds() - 60, permissions })
  return `${token}\n${Buffer.from(user.getSeed()).toString()}\n`
}

type Ended = Extract<CatalogReply, { kind: 'ended' }>['result']
type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never

export const feedOf = (url: string, of: ServiceNamed, key = credentials('seat', of)) => ({
  service: of,
  access: { servers: [url], digest: serviceDigest(of), identity: identityOf(key) }
})

/** The process that lists and fetches recordings, for a seat that follows the feed. */
export async function seatOf(url: string, of: ServiceNamed, given?: string) {
  const root = given ?? (await freshFolder())
  const shared = { folder: null, feed: feedOf(url, of) }
  const replies: CatalogReply[] = []
  const waiting = new Map<number, (result: Ended) => void>()
  const sources: ObjectSource[] = []
  const host = new CatalogHost({
    now: Date.now,
    reply(reply) {
      replies.push(reply)
      if (reply.kind === 'ended') waiting.get(reply.id)?.(reply.result)
    },
    sourceOf(feed) {
      sources.push(new ObjectSource(feed))
      return Promise.resolve(sources.at(-1)!)
    }
  })
  const id = `${serviceFolder(of)}-desk`
  let last = 0
  const ask = (request: WithoutId<CatalogRequest>) =>
    new Promise<Ended>((resolve) => {
      waiting.set(++last, resolve)
      host.receive({ ...request, id: last } as CatalogRequest)
    })
  const read = async () => {
    await ask({ kind: 'read', root, isMoved: false, shared })
    const found = replies.findLast((reply) => reply.kind === 'entries')!
    const { days = [], sources = [] } = found.entries.find((entry) => entry.id === id) ?? {}
    return { days, sources, problem: found.sharedProblem }
  }
  return {
    folder: path.join(root, ...id.split('/')),
    log: path.join(root, ...id.split('/'), 'log'),
    replies,
    read,
    async fetch(maxBytes = 1e12) {
      const days = (await read()).days.map(({ day }) => day)
      const chosen = [{ id, days }]
      return (await ask({ kind: 'fetch', root, shared, chosen, from: null, to: null, maxBytes })) as
        | { readonly ok: true; readonly value: JobResults['fetch'] | null }
        | Extract<Ended, { ok: false }>
    },
    /** As charts have it fetched. */
    async fetchWithin(wanted: Omit<FetchWithin, 'maxBytes'>): Promise<FetchedTime | null> {
      const ended = await ask({ kind: 'fetchWithin', root, shared, wanted: { ...wanted, maxBytes: 1e12 } })
      if (!ended.ok) throw new ProblemError(ended.error)
      return ended.value as FetchedTime | null
    },
    root,
    cancel: () => host.receive({ kind: 'cancel', id: last }),
    dispose: () => sources.forEach((source) => source.dispose())
  }
}

export async function storeOf(url: string, of: ServiceNamed) {
  const identity = identityOf(credentials('collector', of))
  const { connection } = await connectFeed({ servers: [url], identity, name: 'collector' })
  return { connection, store: await ObjectSharedStore.create(connection, of) }
}

/** What a collector recorded. */
export async function shareLog(store: ObjectSharedStore, log: string): Promise<void> {
  const nothing = () => undefined
  await shareSealed({
    ...{ store, sets: new SharedSets(store), log, limits: { days: 3650, bytes: 1e12 }, now: Date.now() },
    ...{ settle: -1e15, mayContinue: false, isDue: false, signal, onShared: nothing, onRemoved: nothing }
  })
}

export async function newLog(): Promise<string> {
  const log = logFolderOf(await freshFolder(), service)
  await mkdir(log, { recursive: true })
  return log
}

export const segmentNames = async (log: string): Promise<string[]> =>
  (await listSegments(log)).map((file) => path.basename(file))
