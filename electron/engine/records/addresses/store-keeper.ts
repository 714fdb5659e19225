import { addressText } from '#shared/messages/addresses'
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
  /** The store ended by itself, and with it what was not on disk. */
  readonly ended: () => void
}

interface Store {
  readonly client: CoreClient
  readonly opened: Promise<unknown>
}

const lostSentence = addressText.store.endedUnexpectedly

/** The store of one connection at a time. One that ended by itself is started anew when it is next needed. */
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

  /** Why there is no store where there should be one, or null. */
  get lost(): string | null {
    return this.#lost
  }

  folderOf(profileId: string): string {
    return path.join(this.ports.folder, folderName(profileId))
  }

  use(owner: Owner): Promise<void> {
    return this.inTurn(async () => {
      if (isSameOwner(owner, this.#owner) && this.#lost === null) return
      await this.#end()
      this.#owner = owner
      this.#begin()
      this.ports.changed()
    })
  }

  /** @param afterwards runs before any store can begin */
  close(afterwards: () => Promise<void> = async () => {}): Promise<void> {
    return this.inTurn(async () => {
      await this.#end()
      this.#owner = null
      this.ports.changed()
      await afterwards()
    })
  }

  /** Asked while it is still opening, it answers of what has been read so far. */
  async call<M extends CoreMethod>(method: M, input: CoreInput<M>): Promise<CoreOutput<M>> {
    const { client } = await this.#current()
    return client.call(method, input)
  }

  /** When what is kept has been read. */
  async opened(): Promise<void> {
    const { opened } = await this.#current()
    await opened
  }

  /** A state that came as an answer is newer than any that was told before. */
  take(state: CoreState): void {
    this.#state = state
    this.ports.changed()
  }

  async #current(): Promise<Store> {
    // A later turn may have begun meanwhile; between its steps there is no store, and none may begin.
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
    await store?.client.end()
  }

  /** Runs when no store begins or ends. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#turn.then(work)
    this.#turn = next.catch(() => undefined)
    return next
  }
}
