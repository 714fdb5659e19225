import type { KeychainReport, SecretState } from '#shared/contract/connection/connections'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import { bindSecret, secretFor, type Endpoints } from './bound-secret'
import type { ProfileFile } from './profile-file'
import { keychainReport, type SecretStore } from './secret-store'

/** Secrets in the keychain or in memory for the session. */
export class Secrets {
  readonly #session = new Map<string, string>()
  #report: KeychainReport | null = null
  #checking: Promise<KeychainReport> | null = null

  constructor(
    private readonly file: ProfileFile,
    private readonly store: SecretStore,
    private readonly keepOutOfLogs: (secret: string) => void
  ) {}

  stateOf(id: string): SecretState {
    if (this.#session.has(id)) return 'session'
    return this.file.value.profiles.find((profile) => profile.id === id)?.secretInKeychain
      ? 'keychain'
      : 'none'
  }

  /** The last known state; a check may be slow. */
  get report(): KeychainReport {
    return this.#report ?? keychainReport('checking')
  }

  check(): Promise<KeychainReport> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #ask(): Promise<KeychainReport> {
    const report = await this.store.state().catch(() => keychainReport('unanswering'))
    this.#report = report
    if (report.state === 'ready' && this.file.value.forgotten.length > 0) await this.#deleteForgotten()
    return report
  }

  /** Null if there is none for these endpoints. */
  async read(id: string, endpoints: Endpoints): Promise<string | null> {
    const entry = this.#session.get(id) ?? (await this.#inKeychain(id))
    if (entry === null) return null
    const secret = secretFor(entry, endpoints)
    if (secret === null) throw boundElsewhere()
    this.#keepOutOfLogs(secret)
    return secret
  }

  isFor(id: string, endpoints: Endpoints): Promise<boolean> {
    return this.read(id, endpoints).then(
      (secret) => secret !== null,
      () => false
    )
  }

  keepForSession(id: string, secret: string, endpoints: Endpoints) {
    this.#keepOutOfLogs(secret)
    this.#session.set(id, bindSecret(secret, endpoints))
  }

  /** Null on success, else the reason; the secret is then not saved. */
  async keepInKeychain(id: string, secret: string, endpoints: Endpoints): Promise<Problem | null> {
    this.#keepOutOfLogs(secret)
    try {
      await this.#noticing(this.store.set(id, bindSecret(secret, endpoints)))
      this.#session.delete(id)
      return null
    } catch (thrown) {
      return toProblem(thrown)
    }
  }

  /** Of a desk with which the connection shares its data; the server gets proof of it only. */
  async keepShareKey(id: string, key: string): Promise<void> {
    this.#keepOutOfLogs(key)
    await this.#noticing(this.store.set(shareEntry(id), key))
  }

  async readShareKey(id: string): Promise<string | null> {
    const key = await this.#noticing(this.store.get(shareEntry(id)))
    if (key !== null) this.#keepOutOfLogs(key)
    return key
  }

  deleteShareKey(id: string): Promise<boolean> {
    return this.#deleted(shareEntry(id))
  }

  /** A seat's secret has two parts. */
  #keepOutOfLogs(secret: string): void {
    for (const part of new Set([secret, ...secret.split(/\s+/)]))
      if (part === secret || part.length >= 32) this.keepOutOfLogs(part)
  }

  /** False if the keychain must be retried later. */
  async delete(id: string): Promise<boolean> {
    const inKeychain = this.file.value.profiles.some(
      (profile) => profile.id === id && profile.secretInKeychain
    )
    this.#session.delete(id)
    return inKeychain ? this.#deleted(id) : true
  }

  async #inKeychain(id: string): Promise<string | null> {
    return this.stateOf(id) === 'keychain' ? this.#noticing(this.store.get(id)) : null
  }

  async #deleted(id: string): Promise<boolean> {
    try {
      await this.#noticing(this.store.delete(id))
      return true
    } catch {
      return false
    }
  }

  async #deleteForgotten() {
    const remaining: string[] = []
    for (const id of this.file.value.forgotten) if (!(await this.#deleted(id))) remaining.push(id)
    await this.file.update({ forgotten: remaining })
  }

  /** A failed call updates the last check. */
  async #noticing<T>(work: Promise<T>): Promise<T> {
    try {
      const value = await work
      this.#report = keychainReport('ready')
      return value
    } catch (thrown) {
      const { code, sentence } = toProblem(thrown)
      const state = /^keychain\.(absent|locked|unanswering)$/.exec(code)?.[1]
      if (state === 'absent' || state === 'locked' || state === 'unanswering') {
        this.#report = keychainReport(state, sentence)
      }
      throw thrown
    }
  }
}

const shareEntry = (id: string) => `share:${id}`

const boundElsewhere = () => fail('connection.secret-again', connectionsText.secret.savedForOthers)
