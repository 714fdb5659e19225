import { addressText } from '#shared/messages/addresses'
import { verifyAddress } from '#shared/domain/records/address/index'
import { cryptoNetworks } from '#shared/domain/records/networks'
import type { Clock } from '../../base/clock'

export interface ClipboardPort {
  readonly read: () => Promise<string>
  readonly write: (text: string) => Promise<void>
}

export interface Replaced {
  readonly sentence: string
  readonly copied: string
  readonly found: string
}

interface WatchPorts {
  readonly clock: Clock
  readonly clipboard: ClipboardPort
  readonly replaced: (what: Replaced) => void
  /** The clipboard changed, or the check ended. */
  readonly moved: () => void
}

export interface Copied {
  readonly matches: boolean
  readonly watchedUntil: number | null
}

interface Watched {
  readonly copy: number
  readonly text: string
  readonly address: string
  readonly end: number
  /** The last reported address. */
  reported: string | null
  hasMoved: boolean
}

const watchedFor = 60_000
const every = 500
/** No address is longer, and a payment request starts with it. */
const maxLooked = 300

/** The address in a text, alone or in a payment request, or null. */
export function addressIn(text: string): string | null {
  const trimmed = text.slice(0, maxLooked).trim()
  const request = /^(?:ethereum|bitcoin|litecoin|dogecoin|solana):(?:pay-)?([^?@]+)/i.exec(trimmed)
  const stellar = /^web\+stellar:pay\?(?:.*&)?destination=([^&]+)/i.exec(trimmed)
  const bare = request?.[1] ?? stellar?.[1] ?? trimmed.split('?')[0]!
  return cryptoNetworks.some((network) => verifyAddress(network, bare).valid) ? bare : null
}

/** Detects malware that replaces a copied address on the clipboard. */
export class ClipboardWatch {
  #cancelNext: (() => void) | null = null
  #copies = 0
  #last: string | null = null

  constructor(private readonly ports: WatchPorts) {}

  /** Verifies that the clipboard holds the text. */
  async copy(text: string): Promise<Copied> {
    const { clipboard, clock } = this.ports
    this.stop()
    this.#last = text
    const copy = this.#copies
    await clipboard.write(text)
    const matches = (await clipboard.read()) === text
    const address = addressIn(text)
    if (address === null || copy !== this.#copies) return { matches, watchedUntil: null }
    const end = clock.monotonic() + watchedFor
    this.#watch({ copy, text, address, end, reported: null, hasMoved: false })
    return { matches, watchedUntil: clock.wall() + watchedFor }
  }

  /** Null before the first copy. */
  async copyAgain(): Promise<Copied | null> {
    return this.#last === null ? null : this.copy(this.#last)
  }

  stop(): void {
    this.#copies += 1
    this.#cancelNext?.()
    this.#cancelNext = null
  }

  /** For the whole minute, because it may be replaced again. */
  #watch(watched: Watched): void {
    this.#cancelNext = this.ports.clock.later(every, () => {
      void this.#look(watched).then(() => {
        if (watched.copy !== this.#copies) return
        if (this.ports.clock.monotonic() < watched.end) this.#watch(watched)
        else this.#moved(watched)
      })
    })
  }

  async #look(watched: Watched): Promise<void> {
    const text = await this.ports.clipboard.read().catch(() => null)
    if (text === null || watched.copy !== this.#copies) return
    if (text !== watched.text) this.#moved(watched)
    const found = addressIn(text)
    if (found === null || isSame(found, watched.address)) {
      watched.reported = null
      return
    }
    if (found === watched.reported) return
    watched.reported = found
    this.ports.replaced({
      sentence: addressText.clipboard.replaced,
      copied: watched.address,
      found
    })
  }

  #moved(watched: Watched): void {
    if (watched.hasMoved) return
    watched.hasMoved = true
    this.ports.moved()
  }
}

/** After 0x, the case is only a checksum. */
const isSame = (one: string, other: string) =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())
