import { fail } from '#shared/domain/base/problem'
import { confirmAuthorityText } from '#shared/messages/app'

/** Asks the user in a native dialog whether requests may go to this URL. */
type ConfirmAuthority = (url: string) => Promise<boolean>

/** Leadline sends requests to the time-stamping authority automatically, so a page cannot choose it alone. */
export class AuthorityApproval {
  #isAsking = false

  /** Asks about a new URL; empty for none. */
  async require(url: string, current: string, confirm: ConfirmAuthority): Promise<void> {
    if (url === '' || url === current) return
    if (this.#isAsking) throw fail('settings.asking', confirmAuthorityText.alreadyAsking, { retryable: true })
    this.#isAsking = true
    try {
      if (!URL.canParse(url) || !(await confirm(new URL(url).href)))
        throw fail('settings.declined', confirmAuthorityText.declined)
    } finally {
      this.#isAsking = false
    }
  }
}
