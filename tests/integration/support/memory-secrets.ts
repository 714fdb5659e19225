import { keychainProblem, keychainReport, type SecretStore } from '#engine/connection/index'
import type { KeychainState } from '#shared/contract/connection/connections'

/** A keychain with a settable state. */
export class MemorySecrets implements SecretStore {
  readonly kept = new Map<string, string>()
  is: KeychainState = 'ready'

  state() {
    return Promise.resolve(keychainReport(this.is))
  }

  async get(id: string) {
    this.#check()
    return this.kept.get(id) ?? null
  }

  async set(id: string, secret: string) {
    this.#check()
    this.kept.set(id, secret)
  }

  async delete(id: string) {
    this.#check()
    this.kept.delete(id)
  }

  #check() {
    if (this.is !== 'ready') throw keychainProblem(keychainReport(this.is))
  }
}
