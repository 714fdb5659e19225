import { randomUUID } from 'node:crypto'
import { localSandboxId, type Profile, type ProfileDraft } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import { sameEndpoints } from './bound-secret'
import type { HostApproval } from './host-approval'
import { localProfile } from './local'
import type { ProfileFile, StoredProfile } from './profile-file'
import { nameOfCopy, replaceOrAdd, shownTo } from './profiles'
import type { Secrets } from './secrets'

interface SavingPorts {
  readonly file: ProfileFile
  readonly secrets: Secrets
  readonly hosts: HostApproval
  readonly notice: (sentence: string) => void
}

/** The saved profiles and their secrets. */
export class SavedProfiles {
  constructor(private readonly ports: SavingPorts) {}

  profiles(): Profile[] {
    return [
      localProfile,
      ...this.ports.file.value.profiles.map((stored) =>
        shownTo(stored, this.ports.secrets.stateOf(stored.id))
      )
    ]
  }

  profile(id: string): Profile {
    return id === localSandboxId ? localProfile : shownTo(this.stored(id), this.ports.secrets.stateOf(id))
  }

  stored(id: string): StoredProfile {
    const stored = this.ports.file.value.profiles.find((profile) => profile.id === id)
    if (!stored) throw fail('connection.unknown', connectionsText.gone)
    return stored
  }

  /** Replaces the one with its ID, or adds it. */
  put(profile: StoredProfile): Promise<void> {
    return this.#write(replaceOrAdd(this.ports.file.value.profiles, profile))
  }

  /** Without the secret. A copy of the local sandbox also lacks its URLs, which change at each start. */
  async duplicate(id: string): Promise<Profile> {
    const { builtIn: _builtIn, secret: _secret, share: _share, ...original } = this.profile(id)
    const copy = {
      ...original,
      id: randomUUID(),
      name: nameOfCopy(original.name, this.profiles()),
      secretInKeychain: false,
      writeAccess: undefined
    }
    await this.#write([...this.ports.file.value.profiles, copy])
    return this.profile(copy.id)
  }

  async remove(profiles: readonly StoredProfile[]): Promise<void> {
    const ids = new Set(profiles.map((profile) => profile.id))
    await this.#deleteSecrets(profiles)
    await this.#write(this.ports.file.value.profiles.filter((profile) => !ids.has(profile.id)))
  }

  /** Unless the stored secret already applies to these hosts. */
  async approve(id: string | null, draft: ProfileDraft): Promise<void> {
    if (id !== null && (await this.ports.secrets.isFor(id, draft))) return this.ports.hosts.approve(draft)
    await this.ports.hosts.require(draft)
  }

  async secretForTest(id: string | null, draft: ProfileDraft): Promise<string> {
    const stored = id === null ? null : this.stored(id)
    if (stored && this.ports.secrets.stateOf(stored.id) !== 'none' && !sameEndpoints(stored, draft)) {
      throw fail('connection.secret-again', connectionsText.secret.enterAgain)
    }
    const secret = stored ? await this.ports.secrets.read(stored.id, draft) : null
    if (!secret) throw fail('connection.no-secret', connectionsText.secret.missingForTest)
    return secret
  }

  async keepSecret(stored: StoredProfile, secret: string, sessionOnly: boolean) {
    if (sessionOnly) {
      // An older secret in the keychain would be used at the next start.
      await this.#deleteSecrets([stored])
      await this.put({ ...stored, secretInKeychain: false })
      this.ports.secrets.keepForSession(stored.id, secret, stored)
      return null
    }
    const problem = await this.ports.secrets.keepInKeychain(stored.id, secret, stored)
    if (!problem) {
      await this.put({ ...stored, secretInKeychain: true })
      // The profile has a secret again, so it must not be deleted later.
      if (this.ports.file.value.forgotten.includes(stored.id)) {
        await this.ports.file.update({
          forgotten: this.ports.file.value.forgotten.filter((id) => id !== stored.id)
        })
      }
    }
    return problem
  }

  async #deleteSecrets(profiles: readonly StoredProfile[]) {
    const left: string[] = []
    for (const { id } of profiles) if (!(await this.ports.secrets.delete(id))) left.push(id)
    if (left.length === 0) return
    await this.ports.file.update({ forgotten: [...new Set([...this.ports.file.value.forgotten, ...left])] })
    this.ports.notice(connectionsText.deletedLater)
  }

  #write(profiles: readonly StoredProfile[]): Promise<void> {
    return this.ports.file.update({ profiles: [...profiles] })
  }
}
