import { randomUUID } from 'node:crypto'
import {
  localSandboxId,
  type ConnectionsState,
  type Profile,
  type SaveOutcome,
  type SharingState
} from '#shared/contract/connection/connections'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { connectionsText } from '#shared/messages/profiles'
import { FormTest, type Typed } from './form-test'
import { accessOf, type Access } from './access'
import { sameEndpoints } from './bound-secret'
import { Connecting, type ConnectingPorts } from './connecting'
import { DeskSharing } from './desk-sharing'
import { feedAccessOf, type FeedAccess } from './feed-address'
import { HostApproval, type ConfirmHosts } from './host-approval'
import type { FeedLink, Link } from './link'
import { localProfile, type LocalService } from './local'
import { usedAtStart, type ProfileFile, type StoredProfile } from './profile-file'
import { freeName, sameAccess } from './profiles'
import { SavedProfiles } from './saved-profiles'
import type { Seat } from './seat-file'
import type { SecretStore } from './secret-store'
import { Secrets } from './secrets'
import { serviceDigest } from './service-digest'
import { validateDraft } from './validate'
import { WriteAccessCheck } from './write-access'

interface ConnectionsPorts extends ConnectingPorts {
  readonly secretStore: SecretStore
  readonly local: LocalService | null
  readonly confirmHosts: ConfirmHosts
  readonly notice: (sentence: string) => void
}

export class Connections implements Disposable {
  readonly #secrets: Secrets
  readonly #saved: SavedProfiles
  readonly #sharing: DeskSharing
  readonly #connecting: Connecting
  readonly #writeAccess: WriteAccessCheck
  readonly formTest: FormTest
  readonly #changed = new Emitter<ConnectionsState>()
  readonly #removed = new Emitter<string>()
  readonly onChange = this.#changed.on
  /** With the ID of a deleted profile. */
  readonly onRemove = this.#removed.on
  readonly fileNotice: string | null

  constructor(
    private readonly ports: ConnectionsPorts,
    private readonly file: ProfileFile
  ) {
    this.#secrets = new Secrets(file, ports.secretStore, ports.keepOutOfLogs)
    const hosts = new HostApproval(ports.confirmHosts)
    this.#saved = new SavedProfiles({ file, secrets: this.#secrets, hosts, notice: ports.notice })
    this.#sharing = new DeskSharing(this.#saved, this.#secrets)
    this.#connecting = new Connecting(ports, () => this.#announce())
    this.#writeAccess = new WriteAccessCheck(ports, this.#connecting.restraints, () => this.#announce())
    this.formTest = new FormTest(ports, this.#saved, this.#secrets, this.#connecting.restraints)
    this.fileNotice = file.notice
  }

  read(): ConnectionsState {
    return {
      profiles: this.profiles(),
      status: this.#connecting.status,
      keychain: this.#secrets.report,
      checkingWrites: this.#writeAccess.progress
    }
  }

  profiles(): Profile[] {
    return this.#saved.profiles()
  }

  async checkKeychain() {
    const report = await this.#secrets.check()
    this.#announce()
    return report
  }

  access(id: string): Promise<Access> {
    return accessOf(this.#saved.profile(id), this.#secrets, this.ports.local)
  }

  async save(typed: Typed & { readonly sessionOnly: boolean }): Promise<SaveOutcome> {
    if (typed.id === localSandboxId) throw builtIn()
    const before = typed.id === null ? null : this.#saved.stored(typed.id)
    const others = this.profiles().filter((profile) => profile.id !== typed.id)
    const judged = validateDraft(
      typed.draft,
      others.map((profile) => profile.name)
    )
    if (!judged.valid) return { saved: false, fields: judged.fields }
    const { draft } = judged
    const id = before?.id ?? randomUUID()
    const secret = typed.clientSecret || null
    if (before && !secret && this.#secrets.stateOf(id) !== 'none' && !sameEndpoints(before, draft)) {
      return { saved: false, fields: { clientSecret: connectionsText.secret.enterAgain } }
    }
    if (secret && !draft.feed) await this.#saved.approve(id, draft)
    // Results for another client say nothing about this one.
    const isSame = before && !secret && sameEndpoints(before, draft)
    if (!isSame) this.#writeAccess.stop(id)
    const stored: StoredProfile = {
      secretInKeychain: false,
      ...before,
      ...draft,
      id,
      writeAccess: isSame ? before.writeAccess : undefined
    }
    // The desk is that of a service and a client ID.
    if (stored.share && before && serviceDigest(before) !== serviceDigest(draft)) {
      delete stored.share
      await this.#secrets.deleteShareKey(id)
    }
    await this.#saved.put(stored)
    const secretProblem = secret ? await this.#saved.keepSecret(stored, secret, typed.sessionOnly) : null
    const { status } = this.#connecting
    if (before && status.profileId === id && (secret || !sameAccess(before, draft))) {
      this.#connecting.disconnect(connectionsText.changed(draft.name))
    }
    const state = this.#announce()
    return { saved: true, id, state, ...(secretProblem ? { secretProblem } : {}) }
  }

  /** The key is kept until the app quits if the keychain does not take it. */
  async addSeat({ draft, secret, shares }: Seat): Promise<SaveOutcome> {
    if (shares) throw fail('feed.seat-file', feedText.share.notSeat)
    const name = freeName(draft.name, this.profiles())
    const typed = { id: null, draft: { ...draft, name }, ...(secret !== null && { clientSecret: secret }) }
    const outcome = await this.save({ ...typed, sessionOnly: false })
    if (!outcome.saved)
      throw fail('connection.invalid', Object.values(outcome.fields)[0] ?? connectionsText.gone)
    if (!('secretProblem' in outcome)) return outcome
    const again = await this.save({ ...typed, id: outcome.id, sessionOnly: true })
    return { ...again, ...outcome, state: again.saved ? again.state : outcome.state }
  }

  /** Makes a collector of the connection; null if the user cancels. */
  async share(id: string, choose: () => Promise<Seat | null>): Promise<ConnectionsState | null> {
    return (await this.#sharing.begin(id, choose)) ? this.#begunAgain(id) : null
  }

  async stopSharing(id: string): Promise<ConnectionsState> {
    await this.#sharing.end(id)
    return this.#begunAgain(id)
  }

  /** Null unless the connection shares its data. */
  shareAccess(id: string): Promise<FeedAccess | null> {
    return this.#sharing.access(id)
  }

  setSharing(sharing: SharingState): void {
    this.#connecting.setSharing(sharing)
  }

  /** What it shares is decided when it begins. */
  async #begunAgain(id: string): Promise<ConnectionsState> {
    if (this.#connecting.status.profileId === id) await this.connect(id)
    return this.#announce()
  }

  async duplicate(id: string): Promise<{ id: string; state: ConnectionsState }> {
    const copy = await this.#saved.duplicate(id)
    this.ports.notice(connectionsText.duplicated(copy.name))
    return { id: copy.id, state: this.#announce() }
  }

  async remove(id: string): Promise<ConnectionsState> {
    if (id === localSandboxId) throw builtIn()
    await this.#removeAll([this.#saved.stored(id)])
    return this.#announce()
  }

  /** All user profiles and their secrets. */
  async clear(): Promise<void> {
    await this.#removeAll(this.file.value.profiles)
    this.#announce()
  }

  async checkWriteAccess(id: string): Promise<ConnectionsState> {
    if (id === localSandboxId) throw builtIn()
    const writeAccess = await this.#writeAccess.run(id, () => this.access(id))
    if (writeAccess) await this.#saved.put({ ...this.#saved.stored(id), writeAccess })
    return this.#announce()
  }

  stopWriteAccessCheck() {
    this.#writeAccess.stop()
  }

  /** The last connection, unless the user disconnected it, or the local sandbox at the first start. */
  get usedAtStart(): Profile | null {
    const id = usedAtStart(this.file)
    return this.profiles().find((profile) => profile.id === id) ?? null
  }

  async connectAtStart(): Promise<void> {
    const profile = this.usedAtStart
    if (profile) await this.connect(profile.id)
  }

  /** The sandbox restarted at a new URL or ended. */
  async localMoved(up: boolean): Promise<void> {
    const { profileId, phase } = this.#connecting.status
    if (profileId !== localSandboxId) return
    if (!up) this.#connecting.lose(localProfile, connectionsText.sandbox.restarting)
    else if (phase !== 'connecting') await this.connect(localSandboxId)
  }

  async connect(id: string): Promise<ConnectionsState> {
    const profile = this.#saved.profile(id)
    // Starts while the file is written; awaited below.
    if (id === localSandboxId) this.ports.local?.start().catch(() => undefined)
    if (this.file.value.lastUsed !== id) await this.file.update({ lastUsed: id })
    if (profile.feed) await this.#connecting.follow(profile, () => feedAccessOf(profile, this.#secrets))
    else await this.#connecting.connect(profile, () => this.access(id))
    return this.read()
  }

  /** Called now and on every change; null when disconnected. */
  onLink(listener: (link: Link | null) => void): () => void {
    const unsubscribe = this.#connecting.onLink(listener)
    if (this.#connecting.link) listener(this.#connecting.link)
    return unsubscribe
  }

  /** The same for a desk feed. */
  onFeed(listener: (link: FeedLink | null) => void): () => void {
    return this.#connecting.onFeed(listener)
  }

  /** Tokens may have expired during sleep. */
  resumed(): Promise<void> {
    return this.#connecting.resumed()
  }

  async disconnect(): Promise<ConnectionsState> {
    await this.file.update({ lastUsed: null })
    this.#connecting.disconnect()
    return this.read()
  }

  dispose() {
    this.#writeAccess.dispose()
    this.#connecting.disconnect()
  }

  async #removeAll(profiles: readonly StoredProfile[]) {
    const ids = new Set(profiles.map((profile) => profile.id))
    const used = this.#connecting.status.profileId
    if (used !== null && ids.has(used)) this.#connecting.disconnect(connectionsText.deletedInUse)
    for (const id of ids) this.#writeAccess.stop(id)
    for (const { id, share } of profiles) if (share) await this.#secrets.deleteShareKey(id)
    await this.#saved.remove(profiles)
    for (const id of ids) this.#removed.fire(id)
  }

  #announce(): ConnectionsState {
    const state = this.read()
    this.#changed.fire(state)
    return state
  }
}

const builtIn = () => fail('connection.built-in', connectionsText.sandbox.builtIn)
