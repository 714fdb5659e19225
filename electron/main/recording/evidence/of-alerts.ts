import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { WaitingMoment, WaitingMoments } from '#engine/recording/evidence/waiting-moments'
import { isDesk } from '#engine/recording/location'
import type { FiredOfMarket, Unsettled } from '#engine/market/alerts/index'
import type { FiredEvidence } from '#shared/contract/market/alerts'
import { Emitter } from '#shared/domain/base/emitter'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { CurrentSettings } from '../../base/current-settings'
import type { RecordingInUse } from '../in-use'

interface AlertEvidenceParts {
  readonly folder: string
  readonly inUse: Pick<RecordingInUse, 'log'>
  readonly settings: Pick<CurrentSettings, 'now'>
  /** Of a log, below all recordings. */
  readonly idOf: (log: string) => string
  readonly waiting: () => Pick<WaitingMoments, 'add' | 'all'>
  readonly showInFolder: (file: string) => void
}

const text = recordingText.evidence

export type EvidenceOfAlerts = ReturnType<typeof setUpAlertEvidence>

/** Evidence that alerts keep when they fire. */
export function setUpAlertEvidence(parts: AlertEvidenceParts) {
  const { folder, inUse, settings, idOf, waiting } = parts
  /** With the number of the fired alert. */
  const ended = new Emitter<FiredEvidence & { readonly profileId: string; readonly number: number }>()
  const fileOf = ({ number, market, at }: FiredOfMarket) => {
    const time = new Date(at).toISOString()
    const name = `leadline-evidence-${market.slice(0, 60)}-${time}-${number}`.replaceAll(/[^\w-]+/g, '-')
    return path.join(folder, `${name}.zip`)
  }
  return {
    onEnd: ended.on,
    /** Once its recording is written, or shared by the desk. */
    async keep(profileId: string, fired: FiredOfMarket): Promise<void> {
      const { number, market, at } = fired
      try {
        const { log } = inUse
        if (log === null) throw fail('recording.idle', text.nothing)
        const isHere = !isDesk(path.basename(path.dirname(log)))
        if (isHere && !settings.now().recording) throw fail('recording.off', text.off)
        // The message that fired it is within this millisecond.
        const end = at + 1
        await waiting().add({
          recording: idOf(log),
          market,
          kind: 'alert',
          at: String(BigInt(end) * 1_000_000n),
          path: fileOf(fired),
          picture: null,
          isHere,
          alert: { profileId, number }
        })
      } catch (thrown) {
        ended.fire({ profileId, number, file: null, problem: toProblem(thrown).sentence })
      }
    },
    /** Of which an earlier run did not save what became of it. */
    settle(unsettled: readonly Unsettled[]): void {
      const awaited = new Set(waiting().all.map(({ alert }) => alert && keyOf(alert)))
      for (const { profileId, fired } of unsettled) {
        const { number } = fired
        if (awaited.has(keyOf({ profileId, number }))) continue
        const file = fileOf(fired)
        const outcome = existsSync(file)
          ? { file: path.basename(file), problem: null }
          : { file: null, problem: text.waiting.interrupted }
        ended.fire({ profileId, number, ...outcome })
      }
    },
    kept({ alert, path: file }: WaitingMoment): void {
      if (alert) ended.fire({ ...alert, file: path.basename(file), problem: null })
    },
    notKept({ alert }: WaitingMoment, problem: string): void {
      if (alert) ended.fire({ ...alert, file: null, problem })
    },
    /** In its folder. */
    show(name: string): void {
      const file = path.join(folder, name)
      if (!existsSync(file)) throw fail('evidence.gone', text.gone(file))
      parts.showInFolder(file)
    },
    clear: () => rm(folder, { recursive: true, force: true })
  }
}

const keyOf = ({ profileId, number }: NonNullable<WaitingMoment['alert']>) => `${number} ${profileId}`
