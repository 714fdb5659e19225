import type { UpdatesState } from '#shared/contract/app/updates'
import type { Disposable } from '#shared/domain/base/emitter'
import { fail, toProblem } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import type { Clock, Random } from '../../base/clock'
import type { Fetch } from '../../base/http/index'
import { fetchManifest } from './fetch-manifest'
import { readManifest, verifiedManifest, type Manifest } from './manifest'
import { day, plausible, waitAfter, waitOffline } from './schedule'
import type { UpdateSource } from './source'
import type { UpdateFile } from './update-file'
import { compareVersions } from './version'

/** Timers stop while the computer sleeps, so they are short. */
const maxTimer = 3_600_000
/** The first check after a start that is due waits up to this long. */
const startSpread = 5 * 60_000
const manualPause = 60_000
/** Failures for at least this long are reported outside the settings. */
const longFailure = 7 * day

export interface CheckerPorts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
  readonly file: UpdateFile
  readonly source: UpdateSource | null
  /** The running version. */
  readonly version: string
  /** Whether checks are on at the start. */
  readonly on: boolean
  readonly onChange: () => void
}

type CheckState = Pick<
  UpdatesState,
  'source' | 'on' | 'checking' | 'lastCheck' | 'information' | 'nextCheck' | 'problem' | 'failingSince'
>
/** No request reached a server, so these failures lengthen no wait. */
const offlineCodes: readonly string[] = ['network.offline', 'network.name', 'network.proxy']

/** Requests the manifest at most once a day, and only while it is on. */
export class UpdateChecker implements Disposable {
  #on: boolean
  #isDisposed = false
  #cancel: (() => void) | null = null
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null
  #manualAt = Number.NEGATIVE_INFINITY
  /** The newest with a valid signature; it may have expired. */
  #manifest: Manifest | null

  constructor(private readonly ports: CheckerPorts) {
    this.#on = ports.on
    this.#manifest = this.#stored()
  }

  /** Soon after the start of the app. */
  start(): void {
    if (!this.#running && !this.#cancel) this.#schedule(this.ports.random() * startSpread)
  }

  setOn(on: boolean): void {
    if (on === this.#on) return
    this.#on = on
    if (!on) {
      this.#running?.stop.abort(fail('updates.off', updatesText.off))
      this.ports.file.updateSoon({ failingSince: null })
    }
    this.#schedule(0)
    this.ports.onChange()
  }

  state(): CheckState {
    const { file, source } = this.ports
    const { lastCheck, nextCheck, problem, failingSince: since } = file.value
    const isPossible = this.#on && source !== null
    const isLong = since !== null && lastCheck !== null && lastCheck - since >= longFailure
    return {
      source: source?.url ?? null,
      on: this.#on,
      checking: this.#running !== null,
      lastCheck,
      information: this.#information(),
      nextCheck: isPossible && file.notSaved === null ? nextCheck : null,
      problem: isPossible && file.notSaved !== null ? notRecorded() : problem,
      failingSince: isPossible && isLong ? since : null
    }
  }

  /** The newest signed release, if it is newer than this app and has not expired. */
  newer(): Manifest | null {
    const found = this.#on ? this.#manifest : null
    if (!found || this.#information() !== 'valid') return null
    return compareVersions(found.version, this.ports.version) > 0 ? found : null
  }

  /** A check that the user asks for. */
  async check(): Promise<void> {
    const { clock, source } = this.ports
    if (!source) throw fail('updates.no-source', updatesText.noSource)
    if (!this.#on || this.#isDisposed) throw fail('updates.off', updatesText.off)
    if (this.#running) return this.#running.done
    const wait = this.#manualAt + manualPause - clock.monotonic()
    if (wait > 0)
      throw fail('updates.too-soon', updatesText.tooSoon(Math.ceil(wait / 1000)), { retryable: true })
    this.#manualAt = clock.monotonic()
    await this.#run(source, 'manual')
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#cancel?.()
    this.#cancel = null
    this.#running?.stop.abort(fail('updates.off', updatesText.off))
    await this.#running?.done
    await this.ports.file.dispose()
  }

  #schedule(minWait: number): void {
    this.#cancel?.()
    this.#cancel = null
    const { clock, file, source } = this.ports
    if (!this.#on || this.#isDisposed || !source) return
    const now = clock.wall()
    const due =
      file.value.nextCheck === null ? now : (plausible(file.value.nextCheck, now) ?? this.#postpone())
    const wait = Math.max(due - now, minWait)
    this.#cancel = clock.later(Math.min(wait, maxTimer), () => {
      this.#cancel = null
      if (clock.wall() < due || wait > maxTimer) this.#schedule(0)
      else void this.#run(source, 'automatic')
    })
  }

  #postpone(): number {
    const { clock, file, random } = this.ports
    const nextCheck = clock.wall() + waitAfter(0, random)
    file.updateSoon({ nextCheck })
    return nextCheck
  }

  #run(source: UpdateSource, kind: 'manual' | 'automatic'): Promise<void> {
    if (this.#running) return this.#running.done
    const stop = new AbortController()
    const done = this.#attempt(source, kind, stop.signal).finally(() => {
      this.#running = null
      this.#schedule(0)
      this.ports.onChange()
    })
    this.#running = { stop, done }
    this.ports.onChange()
    return done
  }

  async #attempt(source: UpdateSource, kind: 'manual' | 'automatic', signal: AbortSignal): Promise<void> {
    const { clock, file, random } = this.ports
    const now = clock.wall()
    const { failures } = file.value
    // Before the request, so that ending the app during a check causes no second one.
    await file.update({ nextCheck: now + waitAfter(failures + 1, random) })
    if (signal.aborted || (kind === 'automatic' && file.notSaved !== null)) return
    try {
      const text = await fetchManifest(this.ports, source.url, signal)
      const manifest = readManifest(text, { source, seen: this.#manifest, now: clock.wall() })
      this.#manifest = manifest
      await file.update({
        lastCheck: clock.wall(),
        nextCheck: now + waitAfter(0, random),
        failures: 0,
        failingSince: null,
        problem: null,
        manifest: text
      })
    } catch (thrown) {
      if (signal.aborted) return
      const { code, sentence, retryable } = toProblem(thrown)
      const failingSince = file.value.failingSince ?? clock.wall()
      const outcome = { lastCheck: clock.wall(), failingSince, problem: { code, sentence, retryable } }
      await file.update(
        offlineCodes.includes(code)
          ? { ...outcome, nextCheck: clock.wall() + waitOffline(random) }
          : { ...outcome, failures: failures + 1 }
      )
    }
  }

  #information(): UpdatesState['information'] {
    if (!this.#manifest) return 'none'
    return Date.parse(this.#manifest.expires) > this.ports.clock.wall() ? 'valid' : 'expired'
  }

  #stored(): Manifest | null {
    const { file, source } = this.ports
    const { manifest } = file.value
    if (manifest === null || !source) return null
    try {
      return verifiedManifest(manifest, source)
    } catch {
      // Altered on this computer: the next check brings it again.
      return null
    }
  }
}

const notRecorded = () => toProblem(fail('updates.not-recorded', updatesText.notRecorded))
