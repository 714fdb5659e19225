import { addressText } from '#shared/messages/addresses'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, toProblem } from '#shared/domain/base/problem'
import { folderName } from './folder-name'
import { isSameOwner, type Owner } from './owner'
import type { CoreClient, StartCore } from './worker/client'
import type { CoreState } from './worker/core-types'
import type { CoreInput, CoreMethod, CoreOutput } from './worker/protocol'

interface StorePorts {
  /** Of all connections. */
  readonly folder: string
  readonly start: StartCore
  readonly changed: () => void
  /** The store ended unexpectedly and lost unsaved data. */
  readonly ended: () => void
}

interface Store {
  readonly client: CoreClient
  readonly opened: Promise<unknown>
}

const lostSentence = addressText.store.endedUnexpectedly

/** The store of one connection at a time, restarted on demand if it ended. */
export class StoreKeeper {
  #owner: Owner | null = null
  #store: Store | null = null
  #state: CoreState | null = null
  #lost: string | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(private readonly ports: StorePorts) {}

  get owner(): Owner | null {
    return this.#owner
  }

  get state(): CoreState | null {
    return this.#state
  }

  /** Why the store is unavailable, or null. */
  get lost(): string | null {
    return this.#lost
  }

  folderOf(profileId: string): string {
    return path.join(this.ports.folder, folderName(profileId))
  }

  /** What is stored is read at once; without any, the store waits until it is used or prepared. */
  use(owner: Owner): Promise<void> {
    return this.inTurn(async () => {
      if (isSameOwner(owner, this.#owner) && this.#lost === null) return
      await this.#end()
      this.#owner = owner
      if (existsSync(this.folderOf(owner.profileId))) this.#begin()
      this.ports.changed()
    })
  }

  /** A store that was lost stays lost. */
  prepare(): Promise<void> {
    return this.inTurn(async () => {
      if (this.#owner !== null && this.#store === null && this.#lost === null) this.#begin()
    })
  }

  /** @param afterwards runs before another store can open */
  close(afterwards: () => Promise<void> = async () => {}): Promise<void> {
    return this.inTurn(async () => {
      await this.#end()
      this.#owner = null
      this.ports.changed()
      await afterwards()
    })
  }

  /** While opening, answers cover the rows read so far. */
  async call<M extends CoreMethod>(method: M, input: CoreInput<M>): Promise<CoreOutput<M>> {
    const { client } = await this.#current()
    return client.call(method, input)
  }

  async opened(): Promise<void> {
    const { opened } = await this.#current()
    await opened
  }

  /** A state in an answer is newer than earlier notifications. */
  take(state: CoreState): void {
    this.#state = state
    this.ports.changed()
  }

  async #current(): Promise<Store> {
    // A later turn may have started meanwhile; no store may open between its steps.
    for (let turn = null; turn !== this.#turn;) await (turn = this.#turn)
    return this.#store ?? this.#begin()
  }

  #begin(): Store {
    const owner = this.#owner
    if (owner === null) throw fail('addresses.none', addressText.connection.none)
    let current: CoreClient | null = null
    const isCurrent = () => this.#store !== null && this.#store.client === current
    const client = this.ports.start({
      folder: this.folderOf(owner.profileId),
      service: owner.service,
      state: (state) => isCurrent() && this.take(state),
      lost: () => {
        if (!isCurrent()) return
        this.#store = null
        this.#state = null
        this.#lost = lostSentence
        this.ports.ended()
        this.ports.changed()
      }
    })
    current = client
    const opened = client.call('open', null).then(
      (state) => {
        if (!isCurrent()) return
        this.#lost = null
        this.take(state)
      },
      (thrown: unknown) => {
        if (!isCurrent()) return
        this.#lost = toProblem(thrown).sentence
        this.ports.changed()
      }
    )
    this.#store = { client, opened }
    return this.#store
  }

  async #end(): Promise<void> {
    const store = this.#store
    this.#store = null
    this.#state = null
    this.#lost = null
    await store?.client.dispose()
  }

  /** Runs while no store opens or closes. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#turn.then(work)
    this.#turn = next.catch(() => undefined)
    return next
  }
}
