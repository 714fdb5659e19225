import { Notification } from 'electron'
import { iconFile } from '../../base/startup/folders'
import { askBus, hasBus, type BusPorts } from '../../base/session-bus'
import { marketText } from '#shared/messages/market'

interface NotificationPorts extends BusPorts {
  readonly platform: string
  /** Whether notifications can be shown is another matter now. */
  readonly changed: () => void
}

interface Wanted {
  readonly title: string
  readonly body: string
  readonly clicked: () => void
}

const service = 'org.freedesktop.Notifications'
/** The system may show fewer; what has gone from the screen can still be clicked in its list. */
const maxHeld = 50

/**
 * Desktop notifications. On Linux the session bus is asked first whether anything shows them, because the library would
 * block main's thread while it waits.
 */
export class Notifications {
  #absent: string | null = null
  /** Kept from garbage collection, which would also remove the click. */
  readonly #held = new Set<Notification>()

  constructor(private readonly ports: NotificationPorts) {}

  /** Why this desktop shows none, or null. */
  get absent(): string | null {
    return this.#absent
  }

  async look(): Promise<boolean> {
    const absent = await this.#reason()
    if (absent !== this.#absent) {
      this.#absent = absent
      this.ports.changed()
    }
    return absent === null
  }

  async show({ title, body, clicked }: Wanted): Promise<void> {
    if (!(await this.look())) return
    // Leadline makes its own sound.
    const notification = new Notification({ title, body, silent: true, icon: iconFile() })
    this.#held.add(notification)
    const [oldest] = this.#held
    if (this.#held.size > maxHeld && oldest) this.#held.delete(oldest)
    notification.on('click', () => {
      this.#held.delete(notification)
      clicked()
    })
    notification.show()
  }

  dispose(): void {
    for (const notification of this.#held) notification.close()
    this.#held.clear()
  }

  async #reason(): Promise<string | null> {
    const { platform, environment } = this.ports
    if (platform !== 'linux')
      return Notification.isSupported() ? null : marketText.alerts.notificationsUnsupported
    if (!hasBus(environment)) return marketText.alerts.noNotifications
    const running = await this.#ask('NameHasOwner', [`string:${service}`])
    if (running) return Notification.isSupported() ? null : marketText.alerts.notificationsUnsupported
    return (await this.#isStartable()) && Notification.isSupported()
      ? null
      : marketText.alerts.noNotifications
  }

  async #ask(question: string, args: readonly string[]): Promise<boolean> {
    const reply = await askBus(this.ports, 'org.freedesktop.DBus', '/org/freedesktop/DBus', [
      `org.freedesktop.DBus.${question}`,
      ...args
    ])
    return 'said' in reply && /boolean true/.test(reply.said)
  }

  /** The bus starts it when it is first asked for something. */
  async #isStartable(): Promise<boolean> {
    const reply = await askBus(this.ports, 'org.freedesktop.DBus', '/org/freedesktop/DBus', [
      'org.freedesktop.DBus.ListActivatableNames'
    ])
    return 'said' in reply && reply.said.includes(`"${service}"`)
  }
}
