import { fail } from '#shared/domain/base/problem'
import { confirmHostsText } from '#shared/messages/profiles'
import type { AddressField } from './addresses'
import type { Endpoints } from './bound-secret'

/** Host and port of each endpoint. */
export type ServiceHosts = Readonly<Record<AddressField, string>>

/** Asks the user in a native dialog whether these hosts may receive a secret and its tokens. */
export type ConfirmHosts = (hosts: ServiceHosts) => Promise<boolean>

const fields: readonly AddressField[] = ['tokenHost', 'restBase', 'streamAddress']

function hostOf(address: string): string {
  const { host, port, protocol } = new URL(address)
  const isPlain = protocol === 'http:' || protocol === 'ws:'
  return port === '' && isPlain ? `${host}:80` : host
}

/** Hosts that may receive a secret typed into a window; a page cannot add one. */
export class HostApproval {
  readonly #approved = new Set<string>()
  #asking = false

  constructor(private readonly confirm: ConfirmHosts) {}

  /** Asks about new hosts. */
  async require(endpoints: Endpoints): Promise<void> {
    if (keysOf(endpoints).every((key) => this.#approved.has(key))) return
    if (this.#asking) {
      throw fail('connection.asking', confirmHostsText.alreadyAsking, { retryable: true })
    }
    this.#asking = true
    try {
      const hosts = {
        tokenHost: hostOf(endpoints.tokenHost),
        restBase: hostOf(endpoints.restBase),
        streamAddress: hostOf(endpoints.streamAddress)
      }
      if (!(await this.confirm(hosts))) {
        throw fail('connection.declined', confirmHostsText.declined)
      }
    } finally {
      this.#asking = false
    }
    this.approve(endpoints)
  }

  approve(endpoints: Endpoints): void {
    for (const key of keysOf(endpoints)) this.#approved.add(key)
  }
}

const keysOf = (endpoints: Endpoints) => fields.map((field) => `${field} ${hostOf(endpoints[field])}`)
