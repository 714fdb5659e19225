import type { StatementsChange } from '#shared/contract/records/statements/index'
import { ChangeNotifier } from './change-notifier'
import type { Provenance } from './compare/provenance'
import { CurrentStore } from './current-store'
import type { DownloadPorts } from './download/types'
import { FetchQueue } from './fetch/queue'
import { Jobs } from './jobs'
import { ArchiveLocations } from './locations'
import { SecondCopy } from './maintenance/second-copy'
import { Verifier } from './maintenance/verifier'
import { Opening } from './opening'
import { ArchiveView, usualMostShownBytes } from './reading/view'
import type { SettingsFile } from './settings'
import type { Source } from './source'
import type { LockPorts } from './store/lock'

export interface ArchivePorts extends DownloadPorts {
  /** `archive.json` */
  readonly file: string
  /** The folder of the archive until a person moves it. */
  readonly usualRoot: string
  /** The maximum size of a document that is shown. */
  readonly maxShownBytes?: number
  readonly lock: Omit<LockPorts, 'disk' | 'clock' | 'machine'>
  readonly source: () => Source
  /** A few times a second at most. */
  readonly changed: (change: StatementsChange) => void
  readonly warn: (what: string, problem: unknown) => void
}

interface Files {
  readonly settings: SettingsFile
  readonly provenance: Provenance
}

/** @param change the changes since the last push */
export function archiveParts(
  ports: ArchivePorts,
  { settings, provenance }: Files,
  change: () => StatementsChange
) {
  const { disk, clock, warn, source, maxShownBytes = usualMostShownBytes } = ports
  const store = () => current.now
  const changes = new ChangeNotifier(
    { clock, warn, notify: () => ports.changed(change()), statements: () => store().size.statements },
    settings.notice
  )
  const { changed } = changes
  if (provenance.notice !== null) changes.note(provenance.notice)
  provenance.onSaveStateChange(changed)
  const opening = new Opening()
  const jobs = new Jobs({ changed, opening, queue: () => queue })
  // The copy waits for these jobs, which let it follow when they end.
  const follow = () => (jobs.isExclusive ? undefined : copy.follow())
  const current = new CurrentStore({
    ...ports,
    settings,
    changes,
    opening,
    provenance,
    recovered: follow
  })
  const view = new ArchiveView({ disk, store, settings, version: () => changes.version, maxShownBytes })
  const copy = new SecondCopy(
    { disk, clock, store, changed },
    settings.content.copy,
    () => settings.content.id ?? ''
  )
  const verifier = new Verifier({
    disk,
    clock,
    store,
    settings,
    copy,
    jobs,
    changed,
    rowsChanged: changes.rowsChanged
  })
  const queue = new FetchQueue({
    clock,
    store,
    settings,
    source,
    view,
    changed,
    saved: () => (jobs.isExclusive ? undefined : copy.followSoon()),
    settled: () => {
      changes.rowsChanged()
      follow()
    },
    note: (sentence) => changes.note(sentence)
  })
  const locations = new ArchiveLocations({
    disk,
    settings,
    current,
    changes,
    view,
    copy,
    verifier,
    opening,
    jobs
  })
  return { changes, opening, jobs, current, view, copy, verifier, queue, locations }
}
