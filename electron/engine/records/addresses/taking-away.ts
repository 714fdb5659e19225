import type { AddressDetail, CopyOutcome } from '#shared/contract/records/addresses'
import { fail } from '#shared/domain/base/problem'
import type { ClipboardWatch, Copied } from './clipboard-watch'

export type CopyKind = 'address' | 'uri' | 'json'

interface CopyWish {
  readonly what: CopyKind
  /** Somebody has read why it should not be used, and wants it all the same. */
  readonly force: boolean
  /** The service has said that there is no such address. */
  readonly isGone: boolean
}

/** One address to the clipboard, unless something speaks against it that nobody has read yet. */
export async function copyOf(
  detail: AddressDetail,
  { what, force, isGone }: CopyWish,
  watch: ClipboardWatch
): Promise<CopyOutcome> {
  const text = { address: detail.address, uri: detail.paymentUri, json: detail.json }[what]
  if (text === null) {
    throw fail('addresses.no-uri', 'There is no payment request for an address of this network.')
  }
  const refusal = what === 'json' ? null : refusalOf(detail, isGone)
  if (refusal !== null && !force) throw fail('addresses.second-step', refusal)
  return outcomeOf(await watch.copy(text))
}

export async function copyAgain(watch: ClipboardWatch): Promise<CopyOutcome> {
  const copied = await watch.copyAgain()
  if (copied) return outcomeOf(copied)
  throw fail('addresses.not-copied', 'Nothing was copied since Leadline was started.')
}

/** Why an address is not simply taken away, or null. */
function refusalOf({ verification, former }: AddressDetail, isGone: boolean): string | null {
  if (verification.state === 'wrong') return `The checksum fails. ${verification.sentence}`
  if (former !== null) {
    return 'Another address stood under this id before. Open it, compare both, and copy it there if it is the right one.'
  }
  if (isGone) return 'The service does not have this address any more. Open it to copy it anyway.'
  return null
}

const outcomeOf = ({ matches, watchedUntil }: Copied): CopyOutcome => ({
  matches,
  watchedUntil,
  sentence: matches
    ? 'Copied; the clipboard was read again and matches.'
    : 'The clipboard holds something else than what was copied. Do not paste it; copy once more.'
})
