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

/** Linux desktops scale one picture to their panel; the others choose by the density of the display. */
const sides = { linux: [48], darwin: [18, 36], win32: [16, 32] }

function trayImage() {
  const icon = nativeImage.createFromPath(iconFile())
  const [side, ...denser] = sides[process.platform as keyof typeof sides] ?? sides.linux
  const sized = (pixels: number | undefined) =>
    icon.resize({ width: pixels!, height: pixels!, quality: 'best' })
  const image = sized(side)
  for (const pixels of denser)
    image.addRepresentation({ scaleFactor: pixels / side!, buffer: sized(pixels).toPNG() })
  return image
}

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
      this.#tray = new Tray(trayImage())
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
