import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { shell, type BrowserWindow } from 'electron'
import type { Clock } from '#engine/base/clock'
import { zip } from '#engine/base/files/index'
import type { HttpPorts } from '#engine/base/http/index'
import type { SecretStore } from '#engine/connection/index'
import { bundleEvidence } from '#engine/recording/evidence/bundle'
import type { EvidenceRequest } from '#engine/recording/evidence/collect'
import { needRoom } from '#engine/recording/evidence/room'
import { Stamping } from '#engine/recording/evidence/stamping'
import { SigningKey } from '#engine/recording/evidence/signing-key'
import { WaitingMoments, type WaitingMoment } from '#engine/recording/evidence/waiting-moments'
import type { CatalogClient } from '#engine/recording/catalog/client'
import type { Recordings } from '#engine/recording/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { WaitingEvidence } from '#shared/contract/recording/evidence'
import { formatDateTime } from '#shared/domain/base/clock-time'
import { fail } from '#shared/domain/base/problem'
import { formatTime } from '#shared/domain/base/time'
import { dialogText } from '#shared/messages/base'
import { recordingText } from '#shared/messages/recording'
import { askToOpen, askToSave, saveFile } from '../../base/dialogs'
import type { AfterStartup } from '../../base/startup/after-startup'
import type { CurrentSettings } from '../../base/current-settings'
import type { Pushes } from '../../base/ipc/pushes'
import type { UnsavedFiles } from '../../base/unsaved-files'
import type { RecordingInUse } from '../in-use'
import { pictureOf } from '../../market/panel-export'
import { setUpAlertEvidence } from './of-alerts'

export interface EvidenceParts {
  /** Of the moments that wait. */
  readonly file: string
  /** Of evidence that alerts keep. */
  readonly folder: string
  readonly clock: Clock
  readonly jobs: Pick<CatalogClient, 'run' | 'check' | 'refuse'>
  readonly recordings: Pick<Recordings, 'written'>
  /** Of all recordings. */
  readonly root: () => string
  readonly inUse: Pick<RecordingInUse, 'log' | 'isShared' | 'later' | 'needs'>
  /** Null unless a desk feed is in use that has sent something. */
  readonly newestOfDesk: () => number | null
  /** Null while the window shows live data. */
  readonly replayedLog: (windowId: string) => string | null
  readonly settings: Pick<CurrentSettings, 'now'>
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  /** Leadline with its version, and the system. */
  readonly writer: () => { readonly version: string; readonly system: string }
  readonly http: HttpPorts
  readonly pushes: Pick<Pushes, 'send' | 'broadcast'>
  /** Other moments wait. */
  readonly changed: () => void
  readonly startNotice: (sentence: string) => void
  readonly unsaved: UnsavedFiles
  readonly warn: (sentence: string) => void
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

interface Wanted extends Pick<EvidenceRequest, 'log' | 'market' | 'moment' | 'at'> {
  /** A PNG. */
  readonly picture: Buffer | null
}

const text = recordingText.evidence
/** Milliseconds for the recorder to write what arrived last. */
const maxWait = 3000

export async function setUpEvidence(parts: EvidenceParts) {
  const { clock, jobs, recordings, inUse, settings, pushes, browserOf } = parts
  const key = new SigningKey(parts.secrets)
  /** By window. */
  const verifying = new Map<string, AbortController>()
  const idOf = (log: string) => path.relative(parts.root(), path.dirname(log)).split(path.sep).join('/')
  const logOf = (id: string) => path.join(parts.root(), ...id.split('/'), 'log')

  /** @param choose the file; null if it is no longer wanted */
  async function write(
    { picture, ...wanted }: Wanted,
    choose: (time: string) => Promise<string | null> | string | null
  ) {
    const staleAfter = settings.now().staleAfter * 1000
    const collected = await jobs.run({ kind: 'evidence', ...wanted, staleAfter })
    if (!collected) return null
    const { time, time_ns: exact } = collected.facts.moment
    const target = await choose(time)
    if (target === null) return null
    const signer = await key.signer()
    const { version, system } = parts.writer()
    const now = clock.wall()
    const stamping = new Stamping(parts.http, settings.now().stampAuthority)
    const files = await bundleEvidence(collected, {
      picture,
      by: text.written(version),
      on: system,
      now,
      signer,
      stamp: stamping.stamp
    })
    await saveFile(target, await zip(files, new Date(now)))
    const notes = [...(signer.isKept ? [] : [text.sessionKey]), ...stamping.problems]
    return { path: target, at: millisecondsOf(exact), notes }
  }

  const askFor = (market: string, windowId: string) => (time: string) => {
    const name = `leadline-evidence-${market}-${time.slice(0, 23)}`.replaceAll(/[^\w.-]+/g, '-')
    return askToSave({ title: text.dialogs.keep, name: `${name}.zip`, type: 'zip' }, browserOf(windowId))
  }

  const timeText = (at: string) => formatDateTime(millisecondsOf(at), settings.now().clock)
  const ofAlerts = setUpAlertEvidence({
    folder: parts.folder,
    inUse,
    settings,
    idOf,
    waiting: () => waiting,
    showInFolder: (file) => shell.showItemInFolder(file)
  })
  const waiting = await WaitingMoments.open({
    file: parts.file,
    clock,
    newId: randomUUID,
    isShared: ({ isHere, recording, at }) =>
      isHere || (inUse.log === logOf(recording) && inUse.isShared(millisecondsOf(at))),
    async keep(moment, isWanted) {
      const { recording, market, kind, at, path: file, picture, isHere, alert } = moment
      jobs.refuse()
      if (alert) await needRoom(parts.folder)
      const log = logOf(recording)
      if (isHere) await atMost(maxWait, clock, recordings.written())
      else await inUse.needs(millisecondsOf(at))
      const png = picture === null ? null : Buffer.from(picture, 'base64')
      const kept = await write({ log, market, moment: kind, at, picture: png }, () =>
        isWanted() ? file : null
      )
      if (!kept) return false
      ofAlerts.kept(moment)
      if (alert && kept.notes.length === 0) return true
      const sentence = [text.kept(market, timeText(at), kept.path), ...kept.notes].join('. ')
      pushes.broadcast('app.notice', { sentence, kind: kept.notes.length > 0 ? 'warning' : 'success' })
      return true
    },
    cancelled(moment) {
      ofAlerts.notKept(moment, text.waiting.cancelled)
      parts.warn(text.waiting.jobCancelled(moment.market, timeText(moment.at)))
    },
    failed(moment, reason, isFinal) {
      const { market, at } = moment
      if (isFinal) ofAlerts.notKept(moment, reason)
      const say = isFinal ? text.waiting.notKept : text.waiting.notYetKept
      parts.warn(say(market, timeText(at), reason))
    },
    changed: parts.changed,
    onSaveStateChange: parts.unsaved.of(parts.file)
  })
  if (waiting.notice !== null) parts.startNotice(waiting.notice)

  // Of alerts, from before Leadline quit.
  parts.afterStartup.after(() => waiting.look())

  const shown = (moment: WaitingMoment): WaitingEvidence => {
    const at = millisecondsOf(moment.at)
    const expected = inUse.log === logOf(moment.recording) ? (inUse.later(at)?.expected ?? null) : null
    const { id, market, path: file } = moment
    return { id, market, at, path: file, expected, problem: waiting.problemOf(moment) }
  }

  const handlers: FeatureHandlers<'evidence'> = {
    async keep({ market, moment, area }, { windowId }) {
      const log = parts.replayedLog(windowId) ?? inUse.log
      if (log === null) throw fail('recording.idle', text.nothing)
      const newest = parts.newestOfDesk()
      const ofDesk = newest === null ? null : String(BigInt(Math.ceil(newest * 1000)) * 1000n)
      const at = moment.kind === 'newest' ? ofDesk : moment.at
      const isLater = log === inUse.log && at !== null && inUse.later(millisecondsOf(at)) !== null
      if (isLater) waiting.refuse()
      else jobs.refuse()
      // Before a dialog covers the window.
      const picture = area && (await pictureOf(area, windowId, parts))
      if (isLater && moment.kind !== 'replay') {
        const chosen = await askFor(market, windowId)(formatTime(BigInt(at)))
        if (chosen === null) return null
        const file = /\.zip$/i.test(chosen) ? chosen : `${chosen}.zip`
        const png = picture?.toString('base64') ?? null
        const added = { recording: idOf(log), market, kind: moment.kind, at, path: file, picture: png }
        return { waiting: shown(await waiting.add(added)) }
      }
      if (moment.kind !== 'replay') {
        await atMost(maxWait, clock, recordings.written())
        await inUse.needs(at === null ? clock.wall() : millisecondsOf(at))
      }
      return write({ log, market, moment: moment.kind, at, picture }, askFor(market, windowId))
    },
    async cancelWaiting({ id }) {
      const cancelled = waiting.all.find((each) => each.id === id)
      await waiting.remove(id)
      if (cancelled) ofAlerts.notKept(cancelled, text.waiting.cancelled)
      return null
    },
    async verify(_payload, { windowId }) {
      const filters = [{ name: dialogText.types.zip, extensions: ['zip'] }]
      const file = await askToOpen({ title: text.dialogs.verify, filters }, browserOf(windowId))
      if (file === null) return null
      const stop = new AbortController()
      verifying.get(windowId)?.abort()
      verifying.set(windowId, stop)
      pushes.send(windowId, 'evidence.verifying', { name: path.basename(file) })
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
  async function clear(): Promise<void> {
    const cancelled = waiting.all
    await waiting.clear()
    for (const moment of cancelled) ofAlerts.notKept(moment, text.waiting.cancelled)
  }

  return {
    handlers,
    /** For the desk. */
    waiting: () => waiting.all.filter(({ isHere }) => !isHere).map(shown),
    ofAlerts,
    /** More may be shared. */
    look: () => waiting.look(),
    clear,
    dispose: () => waiting.dispose()
  }
}

const millisecondsOf = (exact: string) => Number(BigInt(exact) / 1_000_000n)

const atMost = (milliseconds: number, clock: Clock, work: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const cancel = clock.later(milliseconds, resolve)
    const done = () => {
      cancel()
      resolve()
    }
    work.then(done, done)
  })
