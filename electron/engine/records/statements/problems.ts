import {
  maxProblemActions,
  maxProblemItems,
  type ArchiveProblem,
  type ProblemAction,
  type ProblemItem,
  type StatementRow
} from '#shared/contract/records/statements/index'
import { problemsText as text } from '#shared/messages/statements'
import type { ArchiveFacts, ListTrouble } from './facts'

interface Found {
  readonly items: readonly ProblemItem[]
  readonly count: number
}

/** The problems of rows; computed once for many states. */
export interface RowProblems {
  readonly disputed: Found
  readonly damaged: Found & {
    readonly counts: Readonly<Record<'altered' | 'missing' | 'unreadable', number>>
  }
  readonly moved: Found
  readonly uncompared: Found
  /** Connections and environments of the statements that can be compared with the service. */
  readonly disputedOwners: ReadonlySet<string>
  readonly uncomparedOwners: ReadonlySet<string>
}

const found = (items: readonly ProblemItem[]): Found => ({
  items: items.slice(0, maxProblemItems),
  count: items.length
})
const none = found([])
const ownerOf = (environment: string | null, profileId: string | null) => `${environment}\n${profileId}`
const ownersOf = (rows: readonly StatementRow[]) =>
  new Set(rows.map(({ environment, profileId }) => ownerOf(environment, profileId)))

export function rowProblemsOf(rows: readonly StatementRow[]): RowProblems {
  const moved = rows.filter(({ state }) => state === 'moved')
  const disputed = rows.filter(({ state, disagreement }) => state !== 'moved' && disagreement !== undefined)
  const uncompared = rows.filter(({ state, uncompared: is }) => is && state === 'unaltered')
  const counts = { altered: 0, missing: 0, unreadable: 0 }
  const damaged: ProblemItem[] = []
  for (const { key, state, files, disagreement } of rows) {
    if (disagreement !== undefined) continue
    const bad = files.filter((file) => file.state !== 'unaltered')
    // The record itself.
    if (bad.length === 0 && state !== 'unaltered' && state !== 'moved')
      bad.push({ ...files[0]!, name: 'statement.json', state })
    for (const file of bad) {
      if (file.state === 'unaltered') continue
      counts[file.state] += 1
      const note = text.states[file.state]
      damaged.push({
        name: `${key}/${file.name}`,
        note: file.reason === undefined ? note : `${note}: ${file.reason}`
      })
    }
  }
  return {
    moved: found(moved.map(({ key, belongs = '' }) => ({ name: key, note: text.belongsIn(belongs) }))),
    disputed: found(disputed.map(({ key, disagreement = '' }) => ({ name: key, note: disagreement }))),
    uncompared: found(uncompared.map(({ key }) => ({ name: key }))),
    damaged: { ...found(damaged), counts },
    disputedOwners: ownersOf(disputed),
    uncomparedOwners: ownersOf(uncompared)
  }
}

type Offer = ProblemAction | false | null | undefined

function problem(
  kind: ArchiveProblem['kind'],
  severity: ArchiveProblem['severity'],
  sentence: string | null | undefined | false,
  offers: readonly Offer[],
  { items, count }: Found = none
): readonly ArchiveProblem[] {
  if (!sentence) return []
  const actions = offers.filter((offer): offer is ProblemAction => Boolean(offer)).slice(0, maxProblemActions)
  return [{ kind, severity, sentence, items, count, actions }]
}

const listKinds: Readonly<Record<ListTrouble['state'], ArchiveProblem['kind']>> = {
  missing: 'list-missing',
  shortened: 'list-changed',
  changed: 'list-changed',
  unreadable: 'list-unreadable'
}

/** Everything that is wrong with the archive, its second copy or a fetch, the worst first. */
export function problemsOf(state: ArchiveFacts, rows: RowProblems): readonly ArchiveProblem[] {
  const { gone, list, fault, verification, cannotFetch, copy } = state
  const fetch: Offer = cannotFetch === null && 'fetch'
  const restore: Offer = copy !== null && 'restore'
  const owner = ownerOf(state.environment, state.profileId)
  const compare = (owners: ReadonlySet<string>): Offer =>
    cannotFetch === null && owners.has(owner) && 'compare'
  const { disputed, damaged, moved, uncompared } = rows
  const isIdle = state.job?.kind !== 'verifying'
  const many = (sentence: (count: number) => string, { count }: Found) => count > 0 && sentence(count)
  const removed: Found = { count: gone.count, items: found(gone.folders.map((name) => ({ name }))).items }
  const unknown = verification?.faults.filter((one) => one.state === 'unknown') ?? []
  const all = [
    ...problem('unavailable', 'error', fault, ['look-again', 'use-other']),
    ...problem('read-only', 'warning', state.readOnly, ['look-again']),
    ...problem('not-saved', 'warning', state.notSaved, []),
    ...problem(listKinds[list?.state ?? 'changed'], 'error', fault === null && list?.sentence, [
      restore,
      'accept-list'
    ]),
    ...problem(
      'disputed',
      'error',
      many(text.disputed, disputed),
      [compare(rows.disputedOwners), fetch, restore],
      disputed
    ),
    ...problem(
      'damaged',
      'error',
      isIdle && damaged.count > 0 && text.damaged(damaged.counts),
      [fetch, restore, 'verify'],
      damaged
    ),
    ...problem(
      'removed',
      'error',
      fault === null && many(text.removed, removed),
      [restore || fetch, 'accept-removal'],
      removed
    ),
    ...problem('moved', 'warning', many(text.moved, moved), ['open-folder', 'look-again'], moved),
    ...problem(
      'verify-failed',
      'warning',
      isIdle && state.verifyFailed && text.verifyFailed(state.verifyFailed.sentence),
      ['verify']
    ).map((one) => ({ ...one, ...(state.verifyFailed && { at: state.verifyFailed.at }) })),
    ...problem(
      'unknown-files',
      'warning',
      isIdle && verification !== null && verification.unknown > 0 && text.unknownFiles(verification.unknown),
      ['open-folder', 'verify'],
      { ...found(unknown.map(({ place }) => ({ name: place }))), count: verification?.unknown ?? 0 }
    ),
    ...copyProblems(state),
    ...requestProblems(state),
    ...problem(
      'uncompared',
      'information',
      compare(rows.uncomparedOwners) && many(text.uncompared, uncompared),
      ['compare'],
      uncompared
    ),
    ...problem(
      'offline',
      'information',
      cannotFetch !== null && state.statements > 0 && !state.opening && text.offline(cannotFetch),
      ['connect']
    ),
    ...problem('notice', 'information', state.notice, ['dismiss'])
  ]
  const order = ['error', 'warning', 'information']
  return all.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

function copyProblems({ copy, verification, job }: ArchiveFacts) {
  if (copy === null) return []
  const verified = verification?.copy?.folder === copy.folder ? verification.copy : null
  const kept = copy.disagreeing ?? []
  const differing = found((kept.length > 0 ? kept : (verified?.disagreeing ?? [])).map((name) => ({ name })))
  const counts = {
    altered: verified?.altered ?? 0,
    missing: verified?.missing ?? 0,
    unreadable: verified?.unreadable ?? 0
  }
  const isDamaged = counts.altered + counts.missing + counts.unreadable > 0
  const faults = verified?.faults ?? []
  return [
    ...problem(
      'copy-differs',
      'error',
      differing.count > 0 && text.copyDiffers(differing.count),
      ['keep-archive', 'use-copy'],
      differing
    ),
    ...problem('copy-fault', 'warning', copy.fault, ['update-copy', 'stop-copy']),
    ...problem(
      'copy-damaged',
      'warning',
      job?.kind !== 'verifying' &&
        (verified?.sentence ?? (isDamaged && text.copyDamaged(counts, verified?.mended ?? false))),
      ['verify'],
      found(faults.map(({ place, state }) => ({ name: place, note: text.states[state] })))
    ),
    ...problem(
      'copy-behind',
      'information',
      copy.fault === null && copy.behind > 0 && !copy.running && text.copyBehind(copy.folder, copy.behind),
      ['update-copy']
    )
  ]
}

function requestProblems(state: ArchiveFacts) {
  const { run, wanted, requestCount, pendingCount, cannotFetch } = state
  if (run?.running) return []
  const [first, ...others] = wanted.filter(({ pending }) => !pending)
  const isSame = others.every(({ sentence }) => sentence === first?.sentence)
  const ready = wanted.find(({ pending }) => pending)
  const which =
    pendingCount === 1 && ready?.asset ? [ready.asset, ready.month].filter(Boolean).join(' ') : null
  return [
    ...problem(
      'not-fetched',
      'warning',
      first && text.notFetched(requestCount - pendingCount, isSame ? first.sentence : null),
      [cannotFetch === null && 'retry-fetch', 'show-requests']
    ),
    ...problem('not-ready', 'information', pendingCount > 0 && text.notReady(pendingCount, which), [
      cannotFetch === null && 'retry-pending',
      'cancel-pending'
    ])
  ]
}
