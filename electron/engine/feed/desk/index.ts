import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount, createOperator, createUser, fromSeed, type KeyPair } from '@nats-io/nkeys'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { deskText } from '#shared/messages/desk'
import { readPlainFile, writeAtomically } from '../../base/files'
import { checkServers, serviceDigest, type ServiceNamed } from '../../connection'
import { validateDraft } from '../../connection/validate'
import { checkSymbol } from '../../market/symbol'
import { readAuthority } from '../server/connect'
import { authorityFile, makeCertificates } from './certificates'
import { readDesk, writeDesk, type DeskFile } from './desk-file'
import { userToken } from './jwt'
import { collectorPermissions, seatPermissions } from './permissions'
import { accountsFile, serverFile } from './server-files'

interface InitOptions {
  readonly folder: string
  readonly servers: readonly string[]
  readonly draft: Omit<ProfileDraft, 'features' | 'feed'>
  readonly markets: readonly string[]
  /** Next steps are for the installed app, instead of a clone. */
  readonly isInstalled: boolean
}

interface SeatOptions {
  readonly folder: string
  readonly name: string
  /** Until its key expires; it does not without. */
  readonly days?: number | undefined
  /** It may send the feed instead: a connection to the platform that shares its data. */
  readonly shares?: boolean | undefined
}

const onlyOwner = 0o600
const maxKeyBytes = 1000
const now = () => Math.floor(Date.now() / 1000)
const seedOf = (key: KeyPair) => Buffer.from(key.getSeed()).toString()

/** Makes everything that a desk needs: keys, the configurations of a server and a collector, and what to do next. */
export async function initDesk(options: InitOptions): Promise<string> {
  const { folder, servers, draft, markets, isInstalled } = options
  const features = { markets: true, addresses: false, conversions: false, statements: false }
  const judged = validateDraft({ ...draft, features }, [])
  if (!judged.valid) throw fail('desk.wrong', Object.values(judged.fields)[0] ?? '')
  const { isEncrypted, isLocal, hosts } = checkServers(servers)
  const names = markets.map(checkSymbol)
  if (names.length === 0) throw fail('desk.wrong', deskText.noMarkets)
  const found = await readdir(folder).catch(() => [])
  if (found.length > 0) throw fail('desk.there', deskText.notEmpty(folder))

  const at = (...parts: readonly string[]) => path.join(folder, ...parts)
  for (const part of ['', 'keys', 'server', 'collector', 'seats'])
    await mkdir(at(part), { recursive: true, mode: 0o700 })
  const [operator, account, system, collector] = [
    createOperator(),
    createAccount(),
    createAccount(),
    createUser()
  ]
  const { name, environment, ...addresses } = judged.draft
  const digest = serviceDigest(judged.draft)
  const desk: DeskFile = {
    version: 1,
    name,
    environment,
    digest,
    servers: [...servers],
    isEncrypted,
    systemAccount: system.getPublicKey(),
    made: now(),
    seats: []
  }
  await writeSecret(at('keys', 'operator.nk'), seedOf(operator))
  await writeSecret(at('keys', 'account.nk'), seedOf(account))
  if (isEncrypted) await makeCertificates(at('server'), name, hosts)
  const port = Number(new URL(servers[0]!).port) || 4222
  await writeFile(
    at('server', 'nats.conf'),
    serverFile({ host: isLocal ? '127.0.0.1' : '0.0.0.0', port, isEncrypted })
  )
  await writeAccounts(folder, desk, { operator, account })
  const publicKey = collector.getPublicKey()
  const token = userToken(account, {
    key: publicKey,
    name: 'collector',
    issuedAt: now(),
    permissions: collectorPermissions(serviceOf(desk), publicKey)
  })
  await writeSecret(at('collector', 'collector.creds'), `${token}\n${seedOf(collector)}\n`)
  const { restBase, tokenHost, streamAddress, clientId } = addresses
  const configuration = {
    name: 'collector-1',
    feed: {
      servers,
      ...(isEncrypted && { caFile: '../server/authority.pem' }),
      credentials: { file: 'collector.creds' }
    },
    connection: {
      ...{ environment, restBase, tokenHost, streamAddress, clientId },
      clientSecret: { file: 'client-secret' }
    },
    markets: names,
    recording: { folder: 'recordings', shared: { objectStore: true, days: 14, gigabytes: 10 } }
  }
  await writeFile(at('collector', 'collector.json'), `${JSON.stringify(configuration, null, 2)}\n`)
  await writeFile(
    at('NEXT-STEPS.md'),
    deskText.nextSteps({ name, folder, isLocal, isEncrypted, isInstalled })
  )
  await writeDesk(folder, desk)
  return deskText.made(folder)
}

/** Writes the file that is handed over to the seat. */
export async function addSeat({ folder, name, days, shares = false }: SeatOptions): Promise<string> {
  const desk = await readDesk(folder)
  if (!/^[\w][\w .-]{0,59}$/.test(name)) throw fail('desk.wrong', deskText.seatName)
  if (desk.seats.some((seat) => seat.name === name && seat.removed === undefined))
    throw fail('desk.seat', deskText.seatThere(name))
  const account = await readKey(folder, 'account.nk')
  const user = createUser()
  const key = user.getPublicKey()
  const added = now()
  const expires = days === undefined ? undefined : added + days * 86_400
  const permissions = (shares ? collectorPermissions : seatPermissions)(serviceOf(desk), key)
  const jwt = userToken(account, { key, name, issuedAt: added, expires, permissions })
  const { environment, digest, servers } = desk
  const file = seatFileOf(folder, name)
  const content = {
    format: 'leadline-seat',
    version: 1,
    name: desk.name,
    environment,
    digest,
    servers,
    ...(desk.isEncrypted && { authority: await readAuthority(authorityFile(path.join(folder, 'server'))) }),
    seed: seedOf(user),
    jwt,
    ...(shares && { shares })
  }
  const seat = { name, key, added, ...(expires !== undefined && { expires }) }
  await writeDesk(folder, { ...desk, seats: [...desk.seats, seat] })
  await rm(file, { force: true })
  await writeSecret(file, `${JSON.stringify(content, null, 2)}\n`)
  return shares ? deskText.sharesAdded(name, file) : deskText.seatAdded(name, file)
}

/** Revokes the key of a seat; the server learns it when its configuration is loaded again. */
export async function removeSeat({ folder, name }: Pick<SeatOptions, 'folder' | 'name'>): Promise<string> {
  const desk = await readDesk(folder)
  const removed = now()
  const isMeant = (seat: DeskFile['seats'][number]) => seat.name === name && seat.removed === undefined
  if (!desk.seats.some(isMeant)) throw fail('desk.seat', deskText.noSeat(name))
  const seats = desk.seats.map((seat) => (isMeant(seat) ? { ...seat, removed } : seat))
  const changed = { ...desk, seats }
  const [operator, account] = [await readKey(folder, 'operator.nk'), await readKey(folder, 'account.nk')]
  await writeAccounts(folder, changed, { operator, account })
  await writeDesk(folder, changed)
  await rm(seatFileOf(folder, name), { force: true })
  return deskText.seatRemoved(name)
}

export async function listSeats(folder: string): Promise<string> {
  const { seats } = await readDesk(folder)
  return deskText.seats(seats)
}

const serviceOf = ({ environment, digest }: DeskFile): ServiceNamed => ({
  environment,
  restBase: '',
  clientId: '',
  feed: { servers: [], digest }
})

const seatFileOf = (folder: string, name: string) => path.join(folder, 'seats', `${name}.json`)

const writeSecret = (file: string, content: string) =>
  writeFile(file, content, { mode: onlyOwner, flag: 'wx' })

async function readKey(folder: string, name: string): Promise<KeyPair> {
  const file = path.join(folder, 'keys', name)
  const seed = await readPlainFile(file, maxKeyBytes).catch((cause: unknown) => {
    throw fail('desk.key', deskText.noKey(file), { cause })
  })
  return fromSeed(seed)
}

function writeAccounts(
  folder: string,
  desk: DeskFile,
  keys: { readonly operator: KeyPair; readonly account: KeyPair }
): Promise<void> {
  const revoked = Object.fromEntries(
    desk.seats.flatMap(({ key, removed }) => (removed === undefined ? [] : [[key, removed]]))
  )
  const content = accountsFile({
    ...keys,
    name: desk.name,
    system: desk.systemAccount,
    made: desk.made,
    changed: now(),
    revoked
  })
  return writeAtomically(path.join(folder, 'server', 'accounts.conf'), content)
}
