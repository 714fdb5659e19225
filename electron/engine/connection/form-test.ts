import { localSandboxId, type AccessTest, type ProfileDraft } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { testAccess } from './test-access'
import type { ConnectingPorts } from './connecting'
import { feedAccessOf, type FeedAccess } from './feed-address'
import { localAbsent, type LocalService } from './local'
import { normalised } from './profiles'
import type { SavedProfiles } from './saved-profiles'
import { scopesFor } from './scopes'
import type { Secrets } from './secrets'
import type { Restraints } from './tokens'
import { validateDraft } from './validate'

/** What the connection form contains. */
export interface Typed {
  /** Null for a new connection. */
  readonly id: string | null
  readonly draft: ProfileDraft
  readonly clientSecret?: string | undefined
}

interface FormTestPorts extends ConnectingPorts {
  readonly local: LocalService | null
}

/** Tests a connection before it is saved; without a secret in the form, with the stored one. */
export class FormTest {
  constructor(
    private readonly ports: FormTestPorts,
    private readonly saved: SavedProfiles,
    private readonly secrets: Secrets,
    private readonly restraints: Restraints
  ) {}

  async access({ id, draft, clientSecret }: Typed): Promise<AccessTest> {
    if (id === localSandboxId) return this.#localAccess(draft)
    const checked = check(draft)
    if (clientSecret) await this.saved.approve(id, checked)
    const secret = clientSecret || (await this.saved.secretForTest(id, checked))
    const scopes = scopesFor(checked.features)
    return testAccess(this.ports, this.restraints, { ...checked, clientSecret: secret, scopes })
  }

  /** To a desk feed. */
  feedAccess({ id, draft, clientSecret }: Typed): Promise<FeedAccess> {
    const { feed, name } = check(draft)
    return feedAccessOf({ id: id ?? '', name, ...(feed && { feed }) }, this.secrets, clientSecret || null)
  }

  async #localAccess({ features }: ProfileDraft): Promise<AccessTest> {
    if (!this.ports.local) throw localAbsent()
    const access = { ...(await this.ports.local.start()), scopes: scopesFor(features) }
    return testAccess(this.ports, this.restraints, access)
  }
}

function check(draft: ProfileDraft): ProfileDraft {
  const judged = validateDraft(draft, [])
  if (judged.valid) return judged.draft
  // A test needs no name.
  const { name: _name, ...wrong } = judged.fields
  const [sentence] = Object.values(wrong)
  if (sentence !== undefined) throw fail('connection.invalid', sentence)
  return normalised(draft)
}
