import type { DraftField, ProfileDraft } from '#shared/contract/connection/connections'
import { connectionsText } from '#shared/messages/profiles'
import { isLoopback, judgeAddress, type AddressField } from './addresses'
import { feedMistakes } from './feed-address'

type FieldSentences = Partial<Record<DraftField, string>>
type Validation =
  | { readonly valid: true; readonly draft: ProfileDraft }
  | { readonly valid: false; readonly fields: FieldSentences }

const text = connectionsText.fields

const addressFields: readonly AddressField[] = ['restBase', 'tokenHost', 'streamAddress']

export const nameKey = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** All that a desk feed has. */
const onlyMarkets = {
  restBase: '',
  tokenHost: '',
  streamAddress: '',
  clientId: '',
  features: { markets: true, addresses: false, conversions: false, statements: false }
} as const

/** One error per field, for the form. */
export function validateDraft(draft: ProfileDraft, otherNames: readonly string[]): Validation {
  const fields: FieldSentences = {}
  const name = draft.name.trim()
  if (name === '') fields.name = text.nameMissing
  else if (otherNames.some((other) => nameKey(other) === nameKey(name))) {
    fields.name = text.nameTaken(name)
  }
  if (draft.feed)
    return judged({ ...draft, ...onlyMarkets, name }, { ...fields, ...feedMistakes(draft.feed) })
  const kept = { ...draft, name, clientId: draft.clientId.trim() }
  for (const field of addressFields) {
    const judged = judgeAddress(field, draft[field])
    if ('sentence' in judged) fields[field] = judged.sentence
    else if (draft.environment === 'local' && !isLoopback(new URL(judged.address).hostname)) {
      fields[field] = text.localOnly
    } else kept[field] = judged.address
  }
  if (kept.clientId === '') fields.clientId = text.clientIdMissing
  if (!Object.values(draft.features).includes(true)) {
    fields.features = text.noFeature
  }
  return judged(kept, fields)
}

const judged = (draft: ProfileDraft, fields: FieldSentences): Validation =>
  Object.keys(fields).length === 0 ? { valid: true, draft } : { valid: false, fields }
