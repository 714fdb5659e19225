import { addressText } from '#shared/messages/addresses'
import type { AddressDetail, CopyOutcome } from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import type { ClipboardWatch, Copied } from './clipboard-watch'

const { copy: text } = addressText

export type CopyKind = 'address' | 'uri' | 'json'

interface CopyRequest {
  readonly what: CopyKind
  /** The user has read the warning and copies it anyway. */
  readonly force: boolean
  /** The service no longer has it. */
  readonly isGone: boolean
}

/** Refuses an address with a warning, unless forced. */
export async function copyOf(
  detail: AddressDetail,
  { what, force, isGone }: CopyRequest,
  watch: ClipboardWatch
): Promise<CopyOutcome> {
  const copied = { address: detail.address, uri: detail.paymentUri, json: detail.json }[what]
  if (copied === null) {
    throw fail('addresses.no-uri', text.noRequest)
  }
  const refusal = what === 'json' ? null : refusalOf(detail, isGone)
  if (refusal !== null && !force) throw fail('addresses.second-step', refusal)
  return outcomeOf(await watch.copy(copied))
}

export async function copyAgain(watch: ClipboardWatch): Promise<CopyOutcome> {
  const copied = await watch.copyAgain()
  if (copied) return outcomeOf(copied)
  throw fail('addresses.not-copied', text.nothing)
}

/** Why an address is not simply copied, or null. */
function refusalOf({ verification, previous }: AddressDetail, isGone: boolean): string | null {
  if (verification.state === 'wrong') return text.wrong(verification.sentence)
  if (previous !== null) return text.changed
  if (isGone) return text.gone
  return null
}

const outcomeOf = ({ matches, watchedUntil }: Copied): CopyOutcome => ({
  matches,
  watchedUntil,
  sentence: matches ? text.done : text.mismatch
})
