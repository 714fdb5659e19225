import { verifyAddress } from '../../shared/domain/address'
import { cryptoNetworks } from '../../shared/domain/networks'
import type { Clock } from '../clock'

export interface ClipboardPort {
  readonly read: () => Promise<string>
  readonly write: (text: string) => Promise<void>
}

export interface Replaced {
  readonly sentence: string
  readonly copied: string
  readonly found: string
}

export interface WatchPorts {
  readonly clock: Clock
  readonly clipboard: ClipboardPort
  readonly replaced: (what: Replaced) => void
}

const watchedFor = 60_000
const every = 500
/** No address is as long, and of a payment request its address stands at the beginning. */
const longestLooked = 300

/** The address that some network would take this text for, alone or in a payment request; null for all else. */
export function addressIn(text: string): string | null {
  const trimmed = text.slice(0, longestLooked).trim()
  const request = /^(?:ethereum|bitcoin|litecoin|dogecoin|solana):(?:pay-)?([^?@]+)/i.exec(trimmed)
  const stellar = /^web\+stellar:pay\?(?:.*&)?destination=([^&]+)/i.exec(trimmed)
  const bare = request?.[1] ?? stellar?.[1] ?? trimmed.split('?')[0]!
  return cryptoNetworks.some((network) => verifyAddress(network, bare).valid) ? bare : null
}

/** Programs that steal swap an address on the clipboard for one of their own between copying and pasting. */
export class ClipboardWatch {
  #forgetNext: (() => void) | null = null
  #copies = 0

  constructor(private readonly ports: WatchPorts) {}

  /** Whether what was copied is really there. */
  async copy(text: string): Promise<{ readonly matches: boolean; readonly watchedUntil: number | null }> {
    const { clipboard, clock } = this.ports
    this.stop()
    const copy = this.#copies
    await clipboard.write(text)
    const matches = (await clipboard.read()) === text
    const address = addressIn(text)
    if (address === null || copy !== this.#copies) return { matches, watchedUntil: null }
    const end = clock.monotonic() + watchedFor
    const watch = () => {
      this.#forgetNext = clock.later(every, () => void this.#look(copy, address).then((go) => go && next()))
    }
    const next = () => {
      if (copy === this.#copies && clock.monotonic() < end) watch()
    }
    watch()
    return { matches, watchedUntil: clock.wall() + watchedFor }
  }

  stop(): void {
    this.#copies += 1
    this.#forgetNext?.()
    this.#forgetNext = null
  }

  /** False when there is nothing more to look for. */
  async #look(copy: number, copied: string): Promise<boolean> {
    const text = await this.ports.clipboard.read().catch(() => '')
    if (copy !== this.#copies) return false
    const found = addressIn(text)
    if (found === null || isSame(found, copied)) return true
    this.ports.replaced({
      sentence:
        'Another address lies on the clipboard than the one that was copied. If you did not copy it yourself, a program on this computer may have put it there: do not paste it.',
      copied,
      found
    })
    return false
  }
}

/** The case of a text that begins with 0x is its checksum alone. */
const isSame = (one: string, other: string) =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())
