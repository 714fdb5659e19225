import { Menu, nativeImage, Tray } from 'electron'
import { trayText } from '#shared/messages/app-process'
import { iconFile } from '../../base/startup/folders'

interface TrayShown {
  readonly armed: number
  readonly connection: string
}

interface TrayParts {
  readonly open: () => void
  readonly quit: () => void
}

const side = process.platform === 'darwin' ? 18 : 24

/** The tray icon, which opens the desk again. */
export class TrayIcon {
  #tray: Tray | null = null
  #said = ''

  constructor(private readonly parts: TrayParts) {}

  get shown(): boolean {
    return this.#tray !== null
  }

  show(now: TrayShown): void {
    if (!this.#tray) {
      const image = nativeImage.createFromPath(iconFile()).resize({ width: side, height: side })
      this.#tray = new Tray(image)
      this.#tray.on('click', () => this.parts.open())
      this.#said = ''
    }
    this.update(now)
  }

  update({ armed, connection }: TrayShown): void {
    const said = `${connection}\n${armed}`
    if (!this.#tray || said === this.#said) return
    this.#said = said
    this.#tray.setToolTip(trayText.tooltip(connection, armed))
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: trayText.open, click: () => this.parts.open() },
        { type: 'separator' },
        { label: connection, enabled: false },
        { label: trayText.armed(armed), enabled: false },
        { type: 'separator' },
        { label: trayText.quit, click: () => this.parts.quit() }
      ])
    )
  }

  hide(): void {
    this.#tray?.destroy()
    this.#tray = null
  }
}
