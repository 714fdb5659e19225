import type { Alert, AlertDraft } from '#shared/contract/market/alerts'

/** What the user set, without what happened since. */
export const draftOf = ({
  condition,
  pause,
  sound,
  notify,
  remindEvery,
  escalateAfter,
  deliver,
  armed,
  note
}: Alert): AlertDraft => ({
  condition,
  pause,
  sound,
  notify,
  remindEvery,
  escalateAfter,
  deliver,
  armed,
  note
})
