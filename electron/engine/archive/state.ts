import { mostFaultsTold, mostItemsTold, type ArchiveState, type Wanted } from '../../shared/contract/archive'
import type { Source } from './archive'
import type { SettingsFile } from './settings'
import type { ArchiveStore } from './store/store'
import type { Taking } from './taking/taking'

type AsIs = Pick<
  ArchiveState,
  'opening' | 'version' | 'notice' | 'verifying' | 'copy' | 'moving' | 'exporting'
>

export interface StateParts extends AsIs {
  readonly store: ArchiveStore
  readonly settings: SettingsFile
  readonly source: Source
  readonly taking: Taking
}

const amissFirst = (a: Wanted, b: Wanted) => Number(a.pending) - Number(b.pending)

/** The archive as windows are told of it. */
export function stateOf({ store, settings, source, taking, ...asIs }: StateParts): ArchiveState {
  const { statements, gone, unread } = store.index
  const files = statements.flatMap(({ sidecar }) => sidecar.files)
  const { verification } = settings.content
  const { wanted } = taking
  const lost = [...gone, ...unread]
  return {
    ...asIs,
    folder: store.root,
    statements: statements.length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    fault: store.fault?.sentence ?? null,
    readOnly: store.readOnly?.sentence ?? null,
    profileId: 'owner' in source ? source.owner.profile.id : null,
    environment: 'owner' in source ? source.owner.environment : null,
    cannotFetch: 'problem' in source ? source.problem.sentence : null,
    run: taking.run,
    wanted: wanted.toSorted(amissFirst).slice(0, mostItemsTold),
    wantedCount: wanted.length,
    pendingCount: wanted.filter(({ pending }) => pending).length,
    gone: { count: lost.length, folders: lost.slice(0, mostFaultsTold) },
    verification: verification && {
      ...verification,
      faults: verification.faults.slice(0, mostFaultsTold)
    }
  }
}
