import type { Bridge } from '#shared/contract/index'
import type { EvidenceMoment, EvidenceReport, WaitingEvidence } from '#shared/contract/recording/evidence'
import type { PageArea } from '#shared/contract/market/panel-export'
import { recordingText } from '#shared/messages/recording'
import { evidenceText } from '../../messages/evidence'
import { uiText } from '../../messages/ui'
import { valueOf } from '../client'
import { formatDateTime, formatDue } from '../format/time'
import type { ReplayStore } from './replay.svelte'
import type { SettingsStore } from './settings.svelte'
import type { Toasts } from './toasts.svelte'

interface EvidencePorts {
  readonly bridge: Bridge
  readonly replay: Pick<ReplayStore, 'state' | 'standing' | 'position'>
  readonly settings: Pick<SettingsStore, 'now'>
  readonly toasts: Pick<Toasts, 'show' | 'problem'>
}

/** Bundles of evidence: keeping one, and verifying one. */
export class EvidenceStore {
  /** Of the bundle that was verified, while it is shown. */
  report = $state.raw<EvidenceReport | null>(null)

  /** The name of the bundle that is being verified. */
  verifying = $state<string | null>(null)

  /** Those that wait for the desk are listed. */
  isListed = $state(false)

  constructor(private readonly ports: EvidencePorts) {}

  /** The moment that this window shows. */
  get moment(): EvidenceMoment {
    const { state, standing, position } = this.ports.replay
    if (!state) return { kind: 'newest' }
    // Microseconds are exact as doubles.
    const at = standing ? state.exactAt : String(BigInt(Math.ceil(position * 1000)) * 1000n)
    return { kind: 'replay', at }
  }

  async keep(market: string, moment: EvidenceMoment, area: PageArea | null): Promise<void> {
    const { bridge, settings, toasts } = this.ports
    const kept = await valueOf(bridge.call.evidence.keep({ market, moment, area }))
    if (!kept) return
    if ('waiting' in kept) return this.#showWaiting(kept.waiting)
    const newest = moment.kind === 'newest' ? [evidenceText.newest] : []
    toasts.show(
      kept.notes.length > 0 ? 'warning' : 'success',
      recordingText.evidence.kept(market, formatDateTime(kept.at, settings.now.clock), kept.path),
      [...kept.notes, ...newest, evidenceText.check].join(' ')
    )
  }

  cancelWaiting = (id: string) => valueOf(this.ports.bridge.call.evidence.cancelWaiting({ id }))

  /** When it can be kept, in words; null while that is not known. */
  dueText({ expected }: Pick<WaitingEvidence, 'expected'>): string | null {
    return expected === null ? null : formatDue(expected, Date.now(), this.ports.settings.now.clock)
  }

  async verify(): Promise<void> {
    const { bridge } = this.ports
    const stop = bridge.on('evidence.verifying', ({ name }) => (this.verifying = name))
    try {
      this.report = await valueOf(bridge.call.evidence.verify())
    } finally {
      stop()
      this.verifying = null
    }
  }

  #showWaiting(waiting: WaitingEvidence): void {
    const { toasts } = this.ports
    const { waits, saved } = evidenceText.waiting
    const run = () => this.cancelWaiting(waiting.id).catch((thrown: unknown) => toasts.problem(thrown))
    const cancel = { label: uiText.cancel, run }
    toasts.show('information', waits(this.dueText(waiting)), saved(waiting.market, waiting.path), cancel)
  }

  /** Closes the report, or cancels the verification. */
  close(): void {
    this.report = null
    if (this.verifying !== null) void this.ports.bridge.call.evidence.cancelVerification()
  }
}
