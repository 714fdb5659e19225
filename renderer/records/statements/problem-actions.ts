import type { ProblemAction } from '#shared/contract/records/statements/index'
import { archiveProblemsText } from '#renderer/messages/archive-problems'
import { connectionActions } from '../../lib/connection-actions'
import type { NoticeAction } from '../../ui/notices'
import type { StatementsStore } from './statements.svelte'

const text = archiveProblemsText.problems.actions

/** Actions that are confirmed first. */
export type Confirmed = 'accept-list' | 'accept-removal' | 'keep-archive' | 'use-copy'

/** The buttons of a problem; `confirm` asks before an action that loses evidence. */
export function buttonsOf(
  store: StatementsStore,
  action: ProblemAction,
  confirm: (action: Confirmed) => void
): readonly NoticeAction[] {
  if (action === 'connect') return connectionActions(store.desk)
  const { calls } = store
  const state = (ask: () => ReturnType<typeof calls.read>) => () => store.run(ask)
  const buttons: Readonly<Record<Exclude<ProblemAction, 'connect'>, readonly [string, () => unknown]>> = {
    'look-again': [text.lookAgain, state(calls.rebuild)],
    'use-other': [text.useOther, () => store.useOther()],
    compare: [text.compare, () => store.compare(null, true)],
    fetch: [text.fetch, () => store.refetch('damaged')],
    restore: [text.restore, () => store.restore()],
    'accept-list': [text.acceptList, () => confirm('accept-list')],
    'accept-removal': [text.acceptRemoval, () => confirm('accept-removal')],
    'keep-archive': [text.keepArchive, () => confirm('keep-archive')],
    'use-copy': [text.useCopy, () => confirm('use-copy')],
    'update-copy': [text.updateCopy, state(calls.syncCopy)],
    'stop-copy': [text.stopCopy, state(calls.dropCopy)],
    'open-folder': [text.openFolder, () => store.openFolder(null)],
    verify: [text.verify, () => store.verify()],
    'retry-fetch': [text.retryFetch, () => store.refetch('failed')],
    'show-requests': [text.showRequests, () => (store.open = 'fetch')],
    'retry-pending': [text.retryPending, () => store.refetch('pending')],
    'cancel-pending': [text.cancelPending, state(() => calls.cancelRequests({ which: 'pending' }))],
    dismiss: [text.dismiss, state(calls.dismiss)]
  }
  const [label, run] = buttons[action]
  return [{ label, run }]
}
