import { Notification } from 'electron'
import { iconFile } from '../../base/startup/folders'
import { askBus, hasBus, type BusPorts } from '../../base/session-bus'
import { marketText } from '#shared/messages/market'

interface NotificationPorts extends BusPorts {
  readonly platform: string
  /** Availability changed. */
  readonly changed: () => void
}

interface Wanted {
  readonly title: string
  readonly body: string
  readonly clicked: () => void
}

const service = 'org.freedesktop.Notifications'
/** Notifications that left the screen can still be clicked in the system's list. */
const maxHeld = 50

/** On Linux the session bus is checked first, because the library would block while waiting. */
export class Notifications {
  #absent: string | null = null
  /** Prevents garbage collection, which would remove the click. */
  readonly #held = new Set<Notification>()

  constructor(private readonly ports: NotificationPorts) {}

  /** Why notifications are unavailable, or null. */
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
    // Leadline plays its own sound.
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

  /** The bus starts it on demand. */
  async #isStartable(): Promise<boolean> {
    const reply = await askBus(this.ports, 'org.freedesktop.DBus', '/org/freedesktop/DBus', [
      'org.freedesktop.DBus.ListActivatableNames'
    ])
    return 'said' in reply && reply.said.includes(`"${service}"`)
  }
}
