import type { Bridge } from '#shared/contract/index'
import type { EvidenceMoment, EvidenceReport } from '#shared/contract/recording/evidence'
import type { PageArea } from '#shared/contract/market/panel-export'
import { evidenceText } from '../../messages/evidence'
import { valueOf } from '../client'
import { formatDateTime } from '../format/time'
import type { ReplayStore } from './replay.svelte'
import type { SettingsStore } from './settings.svelte'
import type { Toasts } from './toasts.svelte'

interface EvidencePorts {
  readonly bridge: Bridge
  readonly replay: Pick<ReplayStore, 'state' | 'standing' | 'position'>
  readonly settings: Pick<SettingsStore, 'now'>
  readonly toasts: Pick<Toasts, 'show'>
}

/** Bundles of evidence: keeping one, and verifying one. */
export class EvidenceStore {
  /** Of the bundle that was verified, while it is shown. */
  report = $state.raw<EvidenceReport | null>(null)

  /** The name of the bundle that is being verified. */
  verifying = $state<string | null>(null)

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
    const newest = moment.kind === 'newest' ? [evidenceText.newest] : []
    toasts.show(
      kept.notes.length > 0 ? 'warning' : 'success',
      evidenceText.kept(market, formatDateTime(kept.at, settings.now.clock), kept.path),
      [...kept.notes, ...newest, evidenceText.check].join(' ')
    )
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

  /** Closes the report, or cancels the verification. */
  close(): void {
    this.report = null
    if (this.verifying !== null) void this.ports.bridge.call.evidence.cancelVerification()
  }
}
