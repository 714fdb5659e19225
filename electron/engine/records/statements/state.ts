import {
  maxFaultsReported,
  maxItemsReported,
  type StatementsState
} from '#shared/contract/records/statements/index'
import type { Source } from './source'
import type { SettingsFile } from './settings'
import type { ArchiveStore } from './store/store'
import type { FetchQueue } from './fetch/queue'
import { problemsOf, type RowProblems } from './problems'

type AsIs = Pick<StatementsState, 'opening' | 'version' | 'notice' | 'job' | 'copy' | 'verifyFailed'>

interface StateParts extends AsIs {
  readonly store: ArchiveStore
  readonly settings: SettingsFile
  readonly source: Source
  readonly queue: FetchQueue
  readonly rows: RowProblems
}

/** The archive as windows are told of it. */
export function stateOf({ store, settings, source, queue, rows, ...asIs }: StateParts): StatementsState {
  const { verification } = settings.content
  const { wanted } = queue
  const state = {
    ...asIs,
    folder: store.root,
    ...store.size,
    fault: store.fault?.sentence ?? null,
    readOnly: store.readOnly?.sentence ?? null,
    profileId: 'owner' in source ? source.owner.profile.id : null,
    environment: 'owner' in source ? source.owner.environment : null,
    cannotFetch: 'problem' in source ? source.problem.sentence : null,
    run: queue.run,
    wanted: wanted.first(maxItemsReported),
    requestCount: wanted.count,
    pendingCount: wanted.pending,
    gone: store.missing(maxFaultsReported),
    ...(store.list.trouble && { list: store.list.trouble }),
    verification: verification && {
      ...verification,
      faults: verification.faults.slice(0, maxFaultsReported)
    }
  }
  return { ...state, problems: problemsOf(state, rows) }
}
