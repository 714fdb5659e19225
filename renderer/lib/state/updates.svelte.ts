import type { Bridge } from '#shared/contract/index'
import type { ReleaseNotes, UpdatesState } from '#shared/contract/app/updates'
import type { Result } from '#shared/domain/base/problem'
import { valueOf } from '../client'

const nothing: UpdatesState = {
  version: '',
  source: null,
  on: false,
  checking: false,
  lastCheck: null,
  information: 'none',
  nextCheck: null,
  problem: null,
  failingSince: null,
  available: null,
  download: { state: 'none' },
  wasUpdated: false
}

/** Checks for newer versions, as in main. */
export class UpdatesStore {
  state = $state.raw<UpdatesState>(nothing)

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('updates.changed', (state) => (this.state = state))
  }

  load = () => this.#adopt(this.bridge.call.updates.read())
  check = () => this.#adopt(this.bridge.call.updates.check())
  dismiss = () => this.#adopt(this.bridge.call.updates.dismiss())
  download = () => this.#adopt(this.bridge.call.updates.download())
  cancelDownload = () => this.#adopt(this.bridge.call.updates.cancelDownload())
  discardInstaller = () => this.#adopt(this.bridge.call.updates.discardInstaller())

  notes(): Promise<readonly ReleaseNotes[]> {
    return valueOf(this.bridge.call.updates.notes())
  }

  async openPage(): Promise<void> {
    await valueOf(this.bridge.call.updates.openPage())
  }

  async #adopt(answer: Promise<Result<UpdatesState>>): Promise<void> {
    this.state = await valueOf(answer)
  }
}
