import { app, Menu } from 'electron'
import type { CommandId } from '../../shared/contract/commands'
import type { Pushes } from '../ipc/pushes'
import type { WindowRegistry } from '../windows/registry'
import { menuTemplate } from './template'

/** What concerns windows as such is done here; everything else is the focused window's to run. */
export function setUpMenu(windows: WindowRegistry, pushes: Pushes): void {
  const run = (id: CommandId) => {
    const focused = windows.focused
    if (id === 'app.quit') return app.quit()
    if (id === 'window.close') return focused?.browser.close()
    if (id === 'window.new' || !focused) return void windows.open(focused?.view)
    pushes.tell(focused.id, 'app.command', { id })
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(run)))
}
