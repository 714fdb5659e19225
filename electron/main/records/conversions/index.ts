import { conversionText } from '#shared/messages/conversions'
import type { Clock, Random } from '#engine/base/clock'
import {
  Conversions,
  openConversionFile,
  historyKey,
  type ConversionChange,
  type ConversionService
} from '#engine/records/conversions/index'
import { serviceDigest, type ServiceNamed } from '#engine/connection/index'
import type { BackOff } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import type { QuoteRecorder } from '#engine/market/quotes/index'
import type { Rest } from '#engine/connection/rest/index'
import type { CallInput, CallOutput } from '#shared/contract/base/call'
import { localSandboxId, type ConnectionStatus, type Profile } from '#shared/contract/connection/connections'
import {
  maxLookups,
  type conversionsCalls,
  type ConversionsState
} from '#shared/contract/records/conversions'
import { idsIn } from '#shared/domain/records/record-links'
import { ChangeNotifier } from '../../base/change-notifier'
import type { UnsavedFiles } from '../../base/unsaved-files'
import { wordsOf, wordsOfMany, type NotificationWords } from './words'

/** Failures within this time become one notification. */
const gatheredFor = 3000

type Calls = typeof conversionsCalls
type ConversionHandlers = {
  readonly [M in keyof Calls]: (
    payload: CallInput<Calls[M]>,
    from: { readonly windowId: string }
  ) => CallOutput<Calls[M]> | Promise<CallOutput<Calls[M]>>
}

interface ConversionsDependencies {
  readonly file: string
  readonly clock: Clock
  readonly random: Random
  /** Null if unknown. */
  readonly serviceNow: () => number | null
  readonly quotes: Pick<QuoteRecorder, 'at'>
  /** Watched and known markets. */
  readonly markets: () => readonly string[]
  readonly readClipboard: () => string | Promise<string>
  /** Sample IDs while the local sandbox runs. */
  readonly examples?: () => readonly string[]
  /** At most ten times a second. */
  readonly changed: (state: ConversionsState) => void
  /** Shows a desktop notification if available. */
  readonly notify: (words: NotificationWords & { readonly clicked: () => void }) => Promise<void>
  /** Shows the conversion in a window. */
  readonly show: (id: string) => void
  /** Null if the user cancels. */
  readonly saveCsv: (csv: string, windowId: string) => Promise<{ readonly path: string } | null>
  readonly unsaved: UnsavedFiles
  readonly startNotice: (sentence: string) => void
  readonly log: Pick<Log, 'warn'>
}

export interface RestInUse {
  readonly profile: Pick<Profile, 'id'> & ServiceNamed
  readonly rest: Pick<Rest, 'conversions'>
  readonly backOff: Pick<BackOff, 'remaining'>
}

export interface ConversionsFeature {
  readonly handlers: ConversionHandlers
  readonly state: () => ConversionsState
  /** Removes the history of deleted connections. */
  readonly connectionChanged: (seen: ConnectionSeen) => void
  /** Null when the link ended. */
  readonly use: (inUse: RestInUse | null) => void
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface ConnectionSeen {
  readonly profiles: readonly (Pick<Profile, 'id' | 'name' | 'features'> & ServiceNamed)[]
  readonly status: Pick<ConnectionStatus, 'profileId' | 'phase' | 'sentence'>
}

export async function setUpConversions(parts: ConversionsDependencies): Promise<ConversionsFeature> {
  const { clock, random, serviceNow, quotes, log } = parts
  const changes = new ChangeNotifier(clock, () => parts.changed(state()))
  const changed = () => changes.changed()
  const report = parts.unsaved.of(parts.file)
  const file = await openConversionFile({
    file: parts.file,
    clock,
    onSaveStateChange(notSaved) {
      report(notSaved)
      changed()
    }
  })
  if (file.notice) parts.startNotice(file.notice)
  const conversions = new Conversions({
    clock,
    random,
    serviceNow,
    file,
    markets: parts.markets,
    quotes: (profileId, market, at) => quotes.at(profileId, market, at),
    changed,
    noticed(change) {
      if (change.failure === null) notify(wordsOf(change), change.row.id)
      else failures.add(change)
    }
  })
  const notify = (words: NotificationWords | null, id: string) => {
    if (!words) return
    parts
      .notify({ ...words, clicked: () => parts.show(id) })
      .catch((problem: unknown) => log.warn('A notification was not shown', problem))
  }
  const failures = new Failures(clock, notify)
  const state = (): ConversionsState => {
    const now = conversions.state
    const examples = now.profileId === localSandboxId ? (parts.examples?.() ?? []) : []
    return examples.length > 0 ? { ...now, examples } : now
  }
  const connection = new Connection((...seen) => conversions.use(...seen))
  return {
    state,
    handlers: {
      read: state,
      lookUp: ({ text, watch }) => conversions.lookUp(text, watch),
      refresh: ({ ids }) => conversions.refresh(ids),
      stop() {
        conversions.stop()
        return null
      },
      clipboard: async () => idsIn(await parts.readClipboard(), maxLookups),
      open: ({ id }) => conversions.open(id),
      page: ({ search, from, max }) => conversions.page(search, from, max),
      position: ({ search, id }) => conversions.position(search, id),
      exportCsv: ({ search, watched }, { windowId }) =>
        parts.saveCsv(conversions.csv(search, watched), windowId),
      async watch({ ids, watching }) {
        await conversions.watch(ids, watching)
        return state()
      },
      async note({ id, note }) {
        await conversions.note(id, note)
        return null
      },
      async remove({ ids }) {
        await conversions.remove(ids)
        return state()
      },
      async makeRoom() {
        await conversions.makeRoom()
        return state()
      }
    },
    connectionChanged(seen) {
      for (const id of connection.gone(seen)) void conversions.removeProfile(id)
      conversions.followServices(seen.profiles.map(keyOf))
      connection.see(seen)
    },
    use: (inUse) => connection.use(inUse),
    clear: () => conversions.clear(),
    async dispose() {
      changes.dispose()
      failures.dispose()
      await conversions.dispose()
    }
  }
}

const keyOf = (profile: Pick<Profile, 'id'> & ServiceNamed) => historyKey(profile.id, serviceDigest(profile))

/** Groups failures that occur together. */
class Failures {
  readonly #waiting: ConversionChange[] = []
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly notify: (words: NotificationWords | null, id: string) => void
  ) {}

  add(change: ConversionChange): void {
    this.#waiting.push(change)
    this.#cancel ??= this.clock.later(gatheredFor, () => this.#broadcast())
  }

  dispose(): void {
    this.#cancel?.()
  }

  #broadcast(): void {
    this.#cancel = null
    const [first, ...more] = this.#waiting.splice(0)
    if (!first) return
    const all = [first, ...more].map(({ failure }) => failure ?? '')
    this.notify(more.length === 0 ? wordsOf(first) : wordsOfMany(all), first.row.id)
  }
}

/** Merges status and REST of the connection. */
class Connection {
  #seen: ConnectionSeen | null = null
  #inUse: { readonly key: string; readonly service: ConversionService } | null = null

  constructor(
    private readonly changed: (
      key: string | null,
      service: ConversionService | null,
      absent: string | null
    ) => void
  ) {}

  /** Removed connections. */
  gone({ profiles }: ConnectionSeen): readonly string[] {
    const before = this.#seen?.profiles ?? []
    return before.map(({ id }) => id).filter((id) => !profiles.some((each) => each.id === id))
  }

  see(seen: ConnectionSeen): void {
    this.#seen = seen
    this.#apply()
  }

  use(inUse: RestInUse | null): void {
    this.#inUse = inUse && {
      key: keyOf(inUse.profile),
      service: {
        read: (id, options) => inUse.rest.conversions.read(id, options),
        held: () => inUse.backOff.remaining
      }
    }
    this.#apply()
  }

  #apply(): void {
    const { profiles = [], status } = this.#seen ?? {}
    const profileId = status?.profileId ?? null
    const profile = profiles.find(({ id }) => id === profileId)
    const key = profile ? keyOf(profile) : null
    const isOff = profile?.features.conversions === false
    const service = key !== null && this.#inUse?.key === key && !isOff ? this.#inUse!.service : null
    const absent = isOff
      ? conversionText.connection.off(profile.name)
      : status?.phase === 'connected'
        ? conversionText.connection.settingUp
        : (status?.sentence ?? conversionText.connection.notConnected)
    this.changed(key, service, absent)
  }
}
