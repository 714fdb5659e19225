import type { StatementsState } from '#shared/contract/records/statements/index'
import { connectionActions } from '../../lib/connection-actions'
import { formatCount } from '../../lib/format/number'
import { formatDateTime } from '../../lib/format/time'
import type { Notice, NoticeAction } from '../../ui/notices'
import type { StatementsStore } from './statements.svelte'
import { behindText, copyText, disagreeingIn, disagreeingText } from './copy-words'
import { faultsText, goneText, pendingText, progressText, unfinishedText } from './troubles'

/** Questions and lists that a notice leads to. */
interface NoticeDialogs {
  readonly list: () => void
  readonly acceptList: () => void
  readonly acceptRemoval: () => void
  readonly settle: (take: 'archive' | 'copy') => void
}

/** All that a person should know of the archive now. */
export function noticesOf(
  store: StatementsStore,
  told: StatementsState,
  dialogs: NoticeDialogs
): readonly Notice[] {
  return [
    ...placeNotices(store, told),
    ...workNotices(store, told),
    ...copyNotices(store, told, dialogs),
    ...wrongNotices(store, told, dialogs),
    ...wantedNotices(store, told)
  ]
}

type Sentence = string | null | undefined

const notice = (
  id: string,
  kind: Notice['kind'],
  sentence: Sentence,
  ...actions: readonly (NoticeAction | false)[]
): readonly Notice[] =>
  sentence ? [{ id, kind, sentence, actions: actions.filter((one) => one !== false) }] : []

function placeNotices(store: StatementsStore, told: StatementsState): readonly Notice[] {
  const { calls } = store
  const look = { label: 'Look again', run: () => store.run(() => calls.rebuild()) }
  const elsewhere = { label: 'It lies elsewhere…', run: () => store.useOther() }
  const dismiss = { label: 'Dismiss', run: () => store.run(() => calls.dismiss()) }
  return [
    ...notice('fault', 'error', told.fault, look, elsewhere),
    ...notice('read-only', 'warning', told.readOnly, look),
    ...notice('notice', 'information', told.notice, dismiss)
  ]
}

/** One job at a time needs the archive for itself. */
function workNotices(store: StatementsStore, told: StatementsState): readonly Notice[] {
  const { calls } = store
  const { numbers } = store.desk.settings.now
  const { moving, exporting, restoring, switching, comparing } = told
  const stop = (run: () => ReturnType<typeof calls.stopMove>) => ({
    label: 'Stop',
    run: () => store.run(run)
  })
  const far = (count: number) => formatCount(count, numbers)
  return [
    ...notice(
      'comparing',
      'progress',
      comparing && `Comparing with the service: ${far(comparing.done)} of ${far(comparing.of)} done.`,
      { label: 'Stop comparing', run: () => store.run(() => calls.stopCompare()) }
    ),
    ...notice(
      'moving',
      'progress',
      moving && `The archive is being moved to ${moving.to}: ${progressText(moving, numbers)}.`,
      stop(() => calls.stopMove())
    ),
    ...notice(
      'exporting',
      'progress',
      exporting && `Exporting: ${progressText(exporting, numbers)}.`,
      stop(() => calls.stopExport())
    ),
    ...notice(
      'restoring',
      'progress',
      restoring &&
        `Restoring from the second copy: ${far(restoring.statements)} of ${far(restoring.ofStatements)}.`,
      stop(() => calls.stopRestore())
    ),
    ...notice(
      'switching',
      'progress',
      switching ? 'Switching archives. Statements fetched meanwhile are saved in the new one.' : null
    )
  ]
}

function copyNotices(
  store: StatementsStore,
  told: StatementsState,
  { list, settle }: NoticeDialogs
): readonly Notice[] {
  const { calls } = store
  const { numbers } = store.desk.settings.now
  const { copy, verification } = told
  const update = { label: 'Update the copy', run: () => store.run(() => calls.syncCopy()) }
  const drop = { label: 'Stop keeping a second copy', run: () => store.run(() => calls.dropCopy()) }
  const disagreeing = disagreeingIn(told).length
  return [
    ...notice('copy-fault', 'warning', copy?.fault, update, drop),
    ...notice(
      'copy-behind',
      copy?.running ? 'progress' : 'information',
      copy && copy.fault === null && copy.behind > 0 ? behindText(copy, numbers) : null,
      copy?.running !== true && update
    ),
    ...notice(
      'copy-differs',
      'error',
      disagreeing > 0 ? disagreeingText(disagreeing, numbers) : null,
      { label: 'Keep the archive’s version…', run: () => settle('archive') },
      { label: 'Use the copy’s version…', run: () => settle('copy') }
    ),
    ...notice(
      'copy-found',
      'warning',
      told.verifying ? null : copyText(verification, copy, numbers),
      (verification?.copy?.faults.length ?? 0) > 0 && { label: 'Which ones…', run: list },
      verify(store)
    )
  ]
}

const verify = (store: StatementsStore) => ({ label: 'Verify again', run: () => store.verify() })

function wrongNotices(
  store: StatementsStore,
  told: StatementsState,
  { list, acceptList, acceptRemoval }: NoticeDialogs
): readonly Notice[] {
  const { numbers, clock } = store.desk.settings.now
  const { verifyFailed, verification } = told
  const which = { label: 'Which ones…', run: list }
  const fetch = told.cannotFetch === null && {
    label: 'Fetch them again',
    run: () => store.refetch('damaged')
  }
  const restore = told.copy !== null && {
    label: 'Restore from the second copy',
    run: () => store.restore(),
    busy: told.restoring !== null
  }
  return [
    ...notice('list', 'error', told.fault === null ? told.list?.sentence : null, restore, {
      label: 'Accept the current list…',
      run: acceptList
    }),
    ...notice(
      'verify-failed',
      'warning',
      verifyFailed && !told.verifying
        ? `The last verification by itself, ${formatDateTime(verifyFailed.at, clock)}, could not be finished. ${verifyFailed.sentence}`
        : null,
      verify(store)
    ),
    ...notice(
      'faults',
      'error',
      told.verifying ? null : faultsText(verification, store.all, numbers),
      which,
      fetch,
      restore
    ),
    ...notice('gone', 'error', told.verifying ? null : goneText(told, numbers), which, fetch, restore, {
      label: 'They were removed on purpose…',
      run: acceptRemoval
    })
  ]
}

function wantedNotices(store: StatementsStore, told: StatementsState): readonly Notice[] {
  const { calls, desk } = store
  const { numbers } = desk.settings.now
  const isIdle = !told.run?.running
  const canFetch = told.cannotFetch === null
  const forget = (which: 'pending' | 'failed') => () => store.run(() => calls.cancelRequests({ which }))
  return [
    ...notice(
      'unfinished',
      'warning',
      isIdle ? unfinishedText(told, numbers) : null,
      canFetch && { label: 'Try again', run: () => store.refetch('failed') },
      { label: 'Show', run: () => (store.open = 'fetch') },
      { label: 'Forget them', run: forget('failed') }
    ),
    ...notice(
      'pending',
      'information',
      isIdle ? pendingText(told, numbers) : null,
      canFetch && { label: 'Ask again', run: () => store.refetch('pending') },
      { label: 'Do not ask again', run: forget('pending') }
    ),
    ...notice(
      'connection',
      'information',
      told.cannotFetch !== null && told.statements > 0 && !told.opening
        ? `${told.cannotFetch} What is in the archive is all here: it needs no connection.`
        : null,
      ...connectionActions(desk)
    )
  ]
}
