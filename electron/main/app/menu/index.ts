import { app, Menu } from 'electron'
import type { CommandId } from '#shared/contract/app/commands'
import type { Windows } from '../../workspace/windows'
import type { OpenWindow } from '../../workspace/windows/registry'
import { needsDesk } from './desk-commands'
import { menuTemplate } from './template'

/** Before the app is ready, else Electron creates its own menu. */
export const setUpNoMenu = (): void => Menu.setApplicationMenu(null)

/** Window commands run here; all others in the focused window or a desk. */
export function setUpMenu({ registry, pushes, onWindowOpen }: Windows): void {
  const run = (id: CommandId) => {
    const { focused } = registry
    if (id === 'app.quit') return app.quit()
    if (id === 'window.close') return focused?.browser.close()
    if (id === 'window.new' || !focused) return void registry.openDesk()
    if (focused.content.kind === 'desk' || !needsDesk(id))
      return pushes.send(focused.id, 'app.command', { id })
    const desk = registry.desk ?? registry.openDesk()
    registry.bringToFront(desk)
    pushes.send(desk.id, 'app.command', { id })
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(run)))
  // macOS has one menu for all windows.
  if (process.platform === 'darwin') return
  const forPanels = Menu.buildFromTemplate(menuTemplate(run, (id) => !needsDesk(id)))
  const dress = ({ content, browser }: OpenWindow) => {
    if (content.kind !== 'desk') browser.setMenu(forPanels)
  }
  registry.all.forEach(dress)
  onWindowOpen(dress)
}
