import type { Profile } from '#shared/contract/connection/connections'
import { fail, toProblem } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { recordingText } from '#shared/messages/recording'
import { systemClock } from '../../base/clock'
import { createRedactor } from '../../base/log'
import { identityOf, type FeedIdentity } from '../../connection'
import { validateDraft } from '../../connection/validate'
import { checkSymbol } from '../../market/symbol'
import type { NatsConnection } from '@nats-io/transport-node'
import { logFolderOf } from '../../recording/location'
import { stampDaily } from '../../recording/evidence/daily-stamps'
import { repairAbandoned } from '../../recording/log/repair-abandoned'
import { FolderStore } from '../../recording/shared/folder-store'
import type { Live } from '../../market/live'
import { recorderInProcess } from '../../recording/in-process'
import { Recordings } from '../../recording/recordings'
import { lead } from '../leader/lead'
import { acquireLease, nothingSeen, pause } from '../leader/lease'
import type { FeedPublisher } from '../leader/publisher'
import { SeenFile, seenFileOf } from '../leader/seen-file'
import { connectFeed, readAuthority, type FeedServer } from '../server/connect'
import { ObjectSharedStore } from '../server/object-store'
import { openLeaderBus, openLeaseStore } from '../server/stream'
import { feedSubjects } from '../wire/subjects'
import { readConfiguration, type CollectorConfiguration, type SecretSource } from './configuration'
import { serveHealth } from './health'
import { metricsOf } from './metrics'
import { keepSharing, noSharing, type SharingCounts, type SharingOptions } from './sharing'
import { readSecret } from './secrets'

interface CollectOptions {
  readonly configuration: string
  /** Of systemd's credentials; undefined outside a unit that has some. */
  readonly credentials: string | undefined
  readonly keychain: (account: string) => Promise<string | null>
  /** One line at a time, without secrets. */
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/** Milliseconds without a renewal after which another collector leads. */
const leaseMilliseconds = 3000
const retryEvery = 2000

/** Leads the feed of a desk, or stands by, until the signal. */
export async function collect(options: CollectOptions): Promise<void> {
  const { signal } = options
  const { collector } = feedText
  const redactor = createRedactor()
  let last = ''
  const say = (line: string) => {
    const safe = redactor.redact(line)
    if (safe !== last) options.say((last = safe))
  }
  const configuration = await readConfiguration(options.configuration)
  const profile = profileOf(configuration)
  const markets = configuration.markets.map(checkSymbol)
  const secretOf = async (source: SecretSource) => {
    const secret = await readSecret(source, options)
    redactor.keep(secret)
    return secret
  }
  const clientSecret = await secretOf(configuration.connection.clientSecret)
  const { servers, caFile } = configuration.feed
  const authority = caFile === undefined ? undefined : await readAuthority(caFile)
  const identity = await readIdentity(configuration.feed, secretOf)
  const { name } = configuration
  const server = await keepTrying(() => connectFeed({ servers, authority, identity, name }), say, signal)
  if (!server) return say(collector.ended)
  const { connection, warning } = server
  if (warning) say(warning)
  const subjects = feedSubjects(profile)
  const staleAfter = configuration.staleAfter * 1000
  // Before it is recorded to again: a lock of this process would count as left.
  if (configuration.recording)
    await repairAbandoned(logFolderOf(configuration.recording.folder, profile)).catch(() => undefined)
  const recordings = recordingsOf(configuration, staleAfter, say)
  const used = {
    publisher: null as FeedPublisher | null,
    live: (): Live | null => null,
    epoch: 0,
    isConnected: true,
    shared: noSharing()
  }
  void watch(server, (isConnected) => {
    used.isConnected = isConnected
    say(isConnected ? collector.connected : collector.disconnected)
  })
  const figures = () => metricsOf({ ...used, live: used.live(), recordings })
  const health =
    configuration.port === undefined
      ? null
      : await serveHealth({
          port: configuration.port,
          metrics: () => figures().metrics,
          health: () => figures().health
        })
  if (health) say(collector.listening(health.address))
  const ended = new AbortController()
  const seenFile = configuration.recording
    ? await SeenFile.open(seenFileOf(configuration.recording.folder, profile), systemClock)
    : null
  const sharing = shareRecordings(configuration, profile, connection, {
    counts: used.shared,
    isLeading: () => used.publisher !== null,
    onShared: () => used.publisher?.sendRecorded(),
    say,
    signal: AbortSignal.any([signal, ended.signal])
  })
  const stopStamping = stampRecording(configuration, profile, say)
  try {
    const opened = await keepTrying(
      async () => ({
        bus: await openLeaderBus(connection, subjects),
        store: await openLeaseStore(server, subjects)
      }),
      say,
      signal
    )
    const seen = seenFile?.seen ?? nothingSeen()
    while (opened && !signal.aborted) {
      const { bus, store } = opened
      say(collector.standby)
      const lease = { clock: systemClock, store, seen, holder: name, milliseconds: leaseMilliseconds }
      const term = await acquireLease(lease, signal).catch((thrown: unknown) => {
        if (signal.aborted) return null
        throw thrown
      })
      if (!term) break
      say(collector.leading(term.epoch))
      used.epoch = term.epoch
      await lead({
        profile,
        clientSecret,
        markets,
        staleAfter,
        redactor,
        say,
        bus,
        subjects,
        term,
        recordings,
        shared: () => newsOf(configuration, used.shared),
        onBegin: (publisher, live) => Object.assign(used, { publisher, live }),
        signal
      })
      used.publisher = null
      if (!signal.aborted) say(collector.lost)
      await term.release()
    }
  } finally {
    health?.close()
    stopStamping()
    ended.abort()
    await sharing
    await recordings?.dispose()
    await seenFile?.dispose()
    await connection.drain().catch(() => undefined)
    say(collector.ended)
  }
}

/** Until the server answers; null after the signal. */
async function keepTrying<Made>(
  make: () => Promise<Made>,
  say: (line: string) => void,
  signal: AbortSignal
): Promise<Made | null> {
  while (!signal.aborted) {
    try {
      return await make()
    } catch (thrown) {
      const { retryable, sentence } = toProblem(thrown)
      if (!retryable) throw thrown
      say(sentence)
      await pause(systemClock, retryEvery, signal)
    }
  }
  return null
}

/** Until the signal. */
async function shareRecordings(
  { recording }: CollectorConfiguration,
  service: Profile,
  connection: NatsConnection,
  {
    counts,
    ...rest
  }: Pick<SharingOptions, 'isLeading' | 'onShared' | 'say' | 'signal'> & { readonly counts: SharingCounts }
): Promise<void> {
  const shared = recording?.shared
  if (!recording || !shared) return
  const { folder, days, gigabytes, every } = shared
  const openStore = async () =>
    folder === undefined ? ObjectSharedStore.create(connection, service) : FolderStore.of(folder, service)
  const limits = { days, bytes: gigabytes * 1e9 }
  const from = { folder: recording.folder, service, segmentLength: every * 1000 }
  await keepSharing({ clock: systemClock, ...from, limits, openStore, ...rest }, counts)
}

/** Returns the function that ends it. */
function stampRecording(
  { recording }: CollectorConfiguration,
  service: Profile,
  warn: (line: string) => void
): () => void {
  return stampDaily({
    clock: systemClock,
    http: { clock: systemClock, fetch },
    log: () => (recording ? logFolderOf(recording.folder, service) : null),
    authority: () => recording?.stampAuthority ?? '',
    warn
  })
}

function newsOf({ recording }: CollectorConfiguration, { next, until }: SharingCounts) {
  return recording?.shared ? { next, until, every: recording.shared.every * 1000 } : null
}

async function watch(
  { connection }: Pick<FeedServer, 'connection'>,
  changed: (isConnected: boolean) => void
) {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') changed(false)
    else if (type === 'reconnect') changed(true)
  }
}

function profileOf({ connection, name }: CollectorConfiguration): Profile {
  const { clientSecret: _source, ...endpoints } = connection
  const features = { markets: true, addresses: false, conversions: false, statements: false }
  const judged = validateDraft({ ...endpoints, name, features }, [])
  if (!judged.valid) throw fail('feed.configuration', Object.values(judged.fields).join(' '))
  return { ...judged.draft, id: 'collector', builtIn: false, secret: 'session', writeAccess: null }
}

async function readIdentity(
  { nkey, credentials }: CollectorConfiguration['feed'],
  secretOf: (source: SecretSource) => Promise<string>
): Promise<FeedIdentity> {
  const source = nkey ?? credentials
  return source ? identityOf(await secretOf(source)) : { open: true }
}

function recordingsOf(
  { recording }: CollectorConfiguration,
  staleAfter: number,
  say: (line: string) => void
): Recordings | null {
  if (!recording) return null
  const { folder, days, gigabytes, shared } = recording
  const budget = { days, bytes: gigabytes * 1e9, freeBytes: 1e9, sealedFirst: false }
  const recordings = new Recordings({
    clock: systemClock,
    folder,
    isMoved: false,
    spawn: () => recorderInProcess(systemClock),
    ...(shared && { segmentLength: shared.every * 1000 }),
    isOn: () => true,
    staleAfter: () => staleAfter,
    lost: (items) => say(recordingText.lost(items)),
    budgets: () => ({ local: budget, remote: budget }),
    afterStartup: (work) => work()
  })
  recordings.onChange(() => recordings.state.problem && say(recordings.state.problem))
  return recordings
}
