import type { DraftField, ProfileDraft } from '#shared/contract/connection/connections'
import { isLoopback, judgeAddress, type AddressField } from './addresses'

type FieldSentences = Partial<Record<DraftField, string>>
type Validation =
  | { readonly valid: true; readonly draft: ProfileDraft }
  | { readonly valid: false; readonly fields: FieldSentences }

const addressFields: readonly AddressField[] = ['restBase', 'tokenHost', 'streamAddress']

export const nameKey = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** Each field has a sentence of its own, so that a form can put it where it belongs. */
export function validateDraft(draft: ProfileDraft, otherNames: readonly string[]): Validation {
  const fields: FieldSentences = {}
  const name = draft.name.trim()
  if (name === '') fields.name = 'The connection needs a name.'
  else if (otherNames.some((other) => nameKey(other) === nameKey(name))) {
    fields.name = `There is already a connection named ${name}.`
  }
  const kept = { ...draft, name, clientId: draft.clientId.trim() }
  for (const field of addressFields) {
    const judged = judgeAddress(field, draft[field])
    if ('sentence' in judged) fields[field] = judged.sentence
    else if (draft.environment === 'local' && !isLoopback(new URL(judged.address).hostname)) {
      fields[field] =
        'The environment "local" is for this computer alone; choose sandbox or production for this address.'
    } else kept[field] = judged.address
  }
  if (kept.clientId === '') fields.clientId = 'The client id is missing.'
  if (!Object.values(draft.features).includes(true)) {
    fields.features = 'Choose at least one thing to use this connection for.'
  }
  return Object.keys(fields).length === 0 ? { valid: true, draft: kept } : { valid: false, fields }
}
