import type { ArchiveState } from '#shared/contract/records/statements/index'
import { connectionActions } from '../../lib/connection-actions'
import { formatCount } from '../../lib/format/number'
import { formatDateTime } from '../../lib/format/time'
import type { Notice, NoticeAction } from '../../ui/notices'
import type { ArchiveDesk } from './archive.svelte'
import { behindText, copyText, disagreeingIn, disagreeingText } from './copy-words'
import { faultsText, goneText, pendingText, progressText, unfinishedText } from './troubles'

/** Questions and lists that a notice leads to. */
interface NoticeDialogs {
  readonly list: () => void
  readonly acceptList: () => void
  readonly forgetGone: () => void
  readonly settle: (take: 'archive' | 'copy') => void
}

/** All that a person should know of the archive now. */
export function noticesOf(
  archive: ArchiveDesk,
  told: ArchiveState,
  dialogs: NoticeDialogs
): readonly Notice[] {
  return [
    ...placeNotices(archive, told),
    ...workNotices(archive, told),
    ...copyNotices(archive, told, dialogs),
    ...wrongNotices(archive, told, dialogs),
    ...wantedNotices(archive, told)
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

function placeNotices(archive: ArchiveDesk, told: ArchiveState): readonly Notice[] {
  const { calls } = archive
  const look = { label: 'Look again', run: () => archive.run(() => calls.rebuild()) }
  const elsewhere = { label: 'It lies elsewhere…', run: () => archive.useOther() }
  const dismiss = { label: 'Dismiss', run: () => archive.run(() => calls.dismiss()) }
  return [
    ...notice('fault', 'error', told.fault, look, elsewhere),
    ...notice('read-only', 'warning', told.readOnly, look),
    ...notice('notice', 'information', told.notice, dismiss)
  ]
}

/** One job at a time needs the archive for itself. */
function workNotices(archive: ArchiveDesk, told: ArchiveState): readonly Notice[] {
  const { calls } = archive
  const { numbers } = archive.desk.settings.now
  const { moving, exporting, restoring, switching, comparing } = told
  const stop = (run: () => ReturnType<typeof calls.stopMove>) => ({
    label: 'Stop',
    run: () => archive.run(run)
  })
  const far = (count: number) => formatCount(count, numbers)
  return [
    ...notice(
      'comparing',
      'progress',
      comparing && `Comparing with the service: ${far(comparing.done)} of ${far(comparing.of)} done.`,
      { label: 'Stop comparing', run: () => archive.run(() => calls.stopCompare()) }
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
  archive: ArchiveDesk,
  told: ArchiveState,
  { list, settle }: NoticeDialogs
): readonly Notice[] {
  const { calls } = archive
  const { numbers } = archive.desk.settings.now
  const { copy, verification } = told
  const update = { label: 'Update the copy', run: () => archive.run(() => calls.syncCopy()) }
  const drop = { label: 'Stop keeping a second copy', run: () => archive.run(() => calls.dropCopy()) }
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
      verify(archive)
    )
  ]
}

const verify = (archive: ArchiveDesk) => ({ label: 'Verify again', run: () => archive.verify() })

function wrongNotices(
  archive: ArchiveDesk,
  told: ArchiveState,
  { list, acceptList, forgetGone }: NoticeDialogs
): readonly Notice[] {
  const { numbers, clock } = archive.desk.settings.now
  const { verifyFailed, verification } = told
  const which = { label: 'Which ones…', run: list }
  const fetch = told.cannotFetch === null && {
    label: 'Fetch them again',
    run: () => archive.fetchWanted('hurt')
  }
  const restore = told.copy !== null && {
    label: 'Restore from the second copy',
    run: () => archive.restore(),
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
      verify(archive)
    ),
    ...notice(
      'faults',
      'error',
      told.verifying ? null : faultsText(verification, archive.all, numbers),
      which,
      fetch,
      restore
    ),
    ...notice('gone', 'error', told.verifying ? null : goneText(told, numbers), which, fetch, restore, {
      label: 'They were removed on purpose…',
      run: forgetGone
    })
  ]
}

function wantedNotices(archive: ArchiveDesk, told: ArchiveState): readonly Notice[] {
  const { calls, desk } = archive
  const { numbers } = desk.settings.now
  const isIdle = !told.run?.running
  const canFetch = told.cannotFetch === null
  const forget = (which: 'pending' | 'failed') => () => archive.run(() => calls.forgetWanted({ which }))
  return [
    ...notice(
      'unfinished',
      'warning',
      isIdle ? unfinishedText(told, numbers) : null,
      canFetch && { label: 'Try again', run: () => archive.fetchWanted('failed') },
      { label: 'Show', run: () => (archive.open = 'fetch') },
      { label: 'Forget them', run: forget('failed') }
    ),
    ...notice(
      'pending',
      'information',
      isIdle ? pendingText(told, numbers) : null,
      canFetch && { label: 'Ask again', run: () => archive.fetchWanted('pending') },
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
