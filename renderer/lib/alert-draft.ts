import type { Alert, AlertDraft } from '#shared/contract/market/alerts'

/** The user's choices, without the alert's history. */
export const draftOf = ({
  condition,
  pause,
  sound,
  notify,
  remindEvery,
  escalateAfter,
  deliver,
  keepEvidence,
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
  keepEvidence,
  armed,
  note
})
