import { toProblem, type Problem } from '#shared/domain/base/problem'
import {
  localSandboxId,
  type ConnectionTest,
  type DraftField,
  type KeyFile,
  type Profile,
  type ProfileDraft
} from '#shared/contract/connection/connections'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { blankDraft, draftOf, sameDraft } from './drafts'
import { feedText } from '#shared/messages/feed'
import { connectionsText } from '../../messages/connection'

type Work = 'save' | 'test' | 'connect' | 'duplicate' | 'delete'
type TestOutcome =
  | { readonly kind: 'granted'; readonly test: ConnectionTest }
  | { readonly kind: 'problem'; readonly problem: Problem }

type EditorDesk = Pick<Desk, 'bridge' | 'connections' | 'toasts' | 'announcer'>

/** The profile in the form, with its errors and test result. */
export class ConnectionEditor {
  /** Null for a new profile. */
  selected = $state<string | null>(localSandboxId)
  draft = $state<ProfileDraft>(blankDraft())
  clientSecret = $state('')
  /** Its key takes the place of a typed one. */
  keyFile = $state.raw<KeyFile | null>(null)
  sessionOnly = $state(false)
  errors = $state.raw<Partial<Record<DraftField, string>>>({})
  busy = $state<Work | null>(null)
  outcome = $state.raw<TestOutcome | null>(null)
  /** Why the secret was not saved in the keychain. */
  secretProblem = $state.raw<Problem | null>(null)
  /** The next selection while unsaved changes are confirmed; undefined if none. */
  wanted = $state<{ readonly id: string | null } | undefined>(undefined)
  #saving = Promise.resolve(true)
  #isChosen = false
  private saved = $state.raw<ProfileDraft>(blankDraft())

  constructor(private readonly desk: EditorDesk) {
    this.open(desk.connections.profiles[0]?.id ?? null)
  }

  /** The connection in use, until the user chose one. */
  openInUse(): void {
    const inUse = this.desk.connections.profile(this.desk.connections.status.profileId)
    if (inUse && !this.#isChosen && !this.dirty) this.open(inUse.id)
  }

  readonly profile: Profile | undefined = $derived.by(() => this.desk.connections.profile(this.selected))
  readonly dirty = $derived.by(
    () =>
      this.profile?.builtIn !== true &&
      (this.clientSecret !== '' || this.keyFile !== null || !sameDraft(this.draft, this.saved))
  )

  /** Selects another profile (null: a new one); confirms first if changes would be lost. */
  ask(id: string | null): void {
    this.#isChosen = true
    if (id === this.selected && !(id === null && !this.dirty)) return
    if (this.dirty) this.wanted = { id }
    else this.open(id)
  }

  discard(): void {
    const to = this.wanted
    this.wanted = undefined
    this.open(to ? to.id : this.selected)
  }

  open(id: string | null): void {
    const profile = this.desk.connections.profile(id)
    this.selected = profile?.id ?? null
    this.saved = profile ? draftOf(profile) : blankDraft()
    this.draft = structuredClone(this.saved)
    this.clientSecret = ''
    this.keyFile = null
    this.sessionOnly = profile?.secret === 'session'
    this.errors = {}
    this.outcome = null
    this.secretProblem = null
  }

  /** False if the form has errors. */
  save(): Promise<boolean> {
    return this.while('save', () => this.keep())
  }

  private async keep(): Promise<boolean> {
    const { bridge, connections, toasts } = this.desk
    const { clientSecret: typed, keyFile } = this
    const outcome = await valueOf(
      bridge.call.connections.save({
        id: this.selected,
        draft: $state.snapshot(this.draft),
        sessionOnly: this.sessionOnly,
        ...this.#secret
      })
    )
    if (!outcome.saved) {
      this.errors = outcome.fields
      return false
    }
    connections.state = outcome.state
    const { outcome: before, sessionOnly } = this
    this.open(outcome.id)
    this.outcome = before
    if ('secretProblem' in outcome) {
      // Kept for another attempt.
      this.clientSecret = typed
      this.keyFile = keyFile
      this.sessionOnly = sessionOnly
      this.secretProblem = outcome.secretProblem
      return false
    }
    toasts.show('success', connectionsText.saved(this.draft.name))
    return true
  }

  /** As calls have it; nothing keeps the stored one. */
  get #secret() {
    if (this.keyFile) return { keyFile: this.keyFile.id }
    return this.clientSecret === '' ? {} : { clientSecret: this.clientSecret }
  }

  /** Of a NATS credentials file. */
  async chooseKeyFile(): Promise<void> {
    const chosen = await valueOf(this.desk.bridge.call.connections.chooseKeyFile())
    if (!chosen) return
    this.keyFile = chosen
    this.clientSecret = ''
    this.errors = {}
  }

  async chooseAuthority(): Promise<void> {
    const chosen = await valueOf(this.desk.bridge.call.connections.chooseAuthority())
    if (chosen && this.draft.feed) this.draft.feed = { ...this.draft.feed, ...chosen }
  }

  useOwnAuthorities(): void {
    if (!this.draft.feed) return
    const { authority: _authority, ...feed } = this.draft.feed
    this.draft.feed = feed
  }

  /** The connection of a file that the user chooses. */
  openSeatFile(): Promise<boolean> {
    return this.while('save', async () => {
      const { bridge, connections, toasts } = this.desk
      const outcome = await valueOf(bridge.call.connections.openSeatFile())
      if (!outcome?.saved) return false
      connections.state = outcome.state
      this.open(outcome.id)
      if ('secretProblem' in outcome)
        toasts.show('warning', connectionsText.feed.keepsForSession(outcome.secretProblem.sentence))
      toasts.show('success', feedText.seatFile.kept(this.draft.name))
      return true
    })
  }

  /** A new connection only. */
  setKind(kind: 'platform' | 'feed'): void {
    const { feed: _feed, ...draft } = this.draft
    this.draft = kind === 'feed' ? { ...draft, feed: { servers: [], digest: '' } } : draft
    this.errors = {}
    this.outcome = null
  }

  keepForSession(): Promise<boolean> {
    this.sessionOnly = true
    this.secretProblem = null
    return this.save()
  }

  test(): Promise<boolean> {
    return this.while('test', async () => {
      const { bridge, announcer } = this.desk
      this.outcome = null
      this.errors = {}
      try {
        const test = await valueOf(
          bridge.call.connections.test({
            id: this.selected,
            draft: $state.snapshot(this.draft),
            ...this.#secret
          })
        )
        this.outcome = { kind: 'granted', test }
        return true
      } catch (thrown) {
        this.outcome = { kind: 'problem', problem: toProblem(thrown) }
        announcer.say(connectionsText.test.failed)
        return false
      }
    })
  }

  /** Saves the form first. */
  connect(): Promise<boolean> {
    return this.while('connect', async () => {
      if ((this.dirty || this.selected === null) && !(await this.keep())) return false
      if (this.selected !== null) await this.desk.connections.connect(this.selected)
      return true
    })
  }

  duplicate(): Promise<boolean> {
    return this.while('duplicate', async () => {
      if (this.selected === null) return false
      this.open(await this.desk.connections.duplicate(this.selected))
      return true
    })
  }

  remove(): Promise<boolean> {
    return this.while('delete', async () => {
      if (this.selected === null) return false
      const { name } = this.saved
      await this.desk.connections.remove(this.selected)
      this.open(this.desk.connections.profiles[0]?.id ?? null)
      this.desk.toasts.show('success', connectionsText.deletion.done(name))
      return true
    })
  }

  /** Runs after a pending save; never twice at once. */
  private async while(work: Work, run: () => Promise<boolean>): Promise<boolean> {
    if (this.busy === 'save' && work !== 'save' && !(await this.#saving)) return false
    if (this.busy) return false
    this.busy = work
    try {
      const running = run()
      if (work === 'save') this.#saving = running.catch(() => false)
      return await running
    } catch (thrown) {
      this.desk.toasts.problem(thrown)
      return false
    } finally {
      this.busy = null
    }
  }
}
