import path from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Clock } from '#engine/base/clock'
import { zip } from '#engine/base/files/index'
import type { HttpPorts } from '#engine/base/http/index'
import type { SecretStore } from '#engine/connection/index'
import { bundleEvidence } from '#engine/recording/evidence/bundle'
import { Stamping } from '#engine/recording/evidence/stamping'
import { SigningKey } from '#engine/recording/evidence/signing-key'
import type { CatalogClient } from '#engine/recording/catalog/client'
import type { Recordings } from '#engine/recording/index'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { dialogText } from '#shared/messages/base'
import { recordingText } from '#shared/messages/recording'
import { askToOpen, askToSave, saveFile } from '../../base/dialogs'
import type { Pushes } from '../../base/ipc/pushes'
import type { RecordingInUse } from '../in-use'
import { pictureOf } from '../../market/panel-export'

export interface EvidenceParts {
  readonly clock: Clock
  readonly jobs: Pick<CatalogClient, 'run' | 'check' | 'refuse'>
  readonly recordings: Pick<Recordings, 'written'>
  readonly inUse: Pick<RecordingInUse, 'log' | 'needs'>
  /** Null while the window shows live data. */
  readonly replayedLog: (windowId: string) => string | null
  readonly staleAfter: () => number
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  /** Leadline with its version, and the system. */
  readonly writer: () => { readonly version: string; readonly system: string }
  readonly http: HttpPorts
  /** The URL of a time-stamping authority; empty for none. */
  readonly stampAuthority: () => string
  readonly pushes: Pick<Pushes, 'send'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

const text = recordingText.evidence
/** Milliseconds for the recorder to write what arrived last. */
const maxWait = 3000

export function setUpEvidence(parts: EvidenceParts): FeatureHandlers<'evidence'> {
  const { clock, jobs, recordings, browserOf } = parts
  const key = new SigningKey(parts.secrets)
  /** By window. */
  const verifying = new Map<string, AbortController>()
  return {
    async keep({ market, moment, area }, { windowId }) {
      jobs.refuse()
      const log = parts.replayedLog(windowId) ?? parts.inUse.log
      if (log === null) throw fail('recording.idle', text.nothing)
      // Before a dialog covers the window.
      const picture = area && (await pictureOf(area, windowId, parts))
      if (moment.kind !== 'replay') await atMost(maxWait, clock, recordings.written())
      const at = moment.kind === 'newest' ? null : moment.at
      if (moment.kind !== 'replay')
        await parts.inUse.needs(at === null ? clock.wall() : Number(BigInt(at) / 1_000_000n))
      const wanted = { log, market, moment: moment.kind, at, staleAfter: parts.staleAfter() }
      const collected = await jobs.run({ kind: 'evidence', ...wanted })
      if (!collected) return null
      const time = collected.facts.moment.time
      const name = `leadline-evidence-${market}-${time.slice(0, 23)}`.replaceAll(/[^\w.-]+/g, '-')
      const target = await askToSave(
        { title: text.dialogs.keep, name: `${name}.zip`, type: 'zip' },
        browserOf(windowId)
      )
      if (target === null) return null
      const signer = await key.signer()
      const { version, system } = parts.writer()
      const now = clock.wall()
      const stamping = new Stamping(parts.http, parts.stampAuthority())
      const files = await bundleEvidence(collected, {
        picture,
        by: text.written(version),
        on: system,
        now,
        signer,
        stamp: stamping.stamp
      })
      await saveFile(target, await zip(files, new Date(now)))
      return {
        path: target,
        at: Number(BigInt(collected.facts.moment.time_ns) / 1_000_000n),
        notes: [...(signer.isKept ? [] : [text.sessionKey]), ...stamping.problems]
      }
    },
    async verify(_payload, { windowId }) {
      const filters = [{ name: dialogText.types.zip, extensions: ['zip'] }]
      const file = await askToOpen({ title: text.dialogs.verify, filters }, browserOf(windowId))
      if (file === null) return null
      const stop = new AbortController()
      verifying.get(windowId)?.abort()
      verifying.set(windowId, stop)
      parts.pushes.send(windowId, 'evidence.verifying', { name: path.basename(file) })
      try {
        return await jobs.check(file, await key.publicKey(), stop.signal)
      } finally {
        if (verifying.get(windowId) === stop) verifying.delete(windowId)
      }
    },
    cancelVerification(_payload, { windowId }) {
      verifying.get(windowId)?.abort()
      return null
    }
  }
}

const atMost = (milliseconds: number, clock: Clock, work: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const cancel = clock.later(milliseconds, resolve)
    const done = () => {
      cancel()
      resolve()
    }
    work.then(done, done)
  })
