import { maxItemsReported, type StatementsState } from '#shared/contract/records/statements/index'
import { maxFaultsReported, type ArchiveFacts, type Verification } from './facts'
import type { Source } from './source'
import type { SettingsFile } from './settings'
import type { ArchiveStore } from './store/store'
import type { FetchQueue } from './fetch/queue'
import { problemsOf, type RowProblems } from './problems'

type AsIs = Pick<
  ArchiveFacts,
  'opening' | 'version' | 'notice' | 'notSaved' | 'job' | 'copy' | 'verifyFailed'
>

interface FactsParts extends AsIs {
  readonly store: ArchiveStore
  readonly settings: SettingsFile
  readonly source: Source
  readonly queue: FetchQueue
}

export function factsOf({ store, settings, source, queue, ...asIs }: FactsParts): ArchiveFacts {
  const { verification } = settings.content
  const { wanted } = queue
  return {
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
}

/** The state for windows. */
export function stateOf(facts: ArchiveFacts, rows: RowProblems): StatementsState {
  const {
    fault: _f,
    readOnly: _r,
    notice: _n,
    notSaved: _s,
    gone: _g,
    list: _l,
    verifyFailed: _v,
    ...rest
  } = facts
  const { verification, copy } = facts
  return {
    ...rest,
    problems: problemsOf(facts, rows),
    verification: verification && {
      at: verification.at,
      files: verification.files,
      isClean: isClean(verification),
      hasCopy: verification.copy !== null
    },
    copy: copy && { folder: copy.folder, behind: copy.behind, running: copy.running }
  }
}

const isClean = ({ altered, missing, unknown, unreadable = 0, copy }: Verification): boolean =>
  altered + missing + unknown + unreadable === 0 &&
  (copy === null ||
    (copy.sentence === null &&
      copy.altered + copy.missing + (copy.unreadable ?? 0) + (copy.disagreeing?.length ?? 0) === 0))
