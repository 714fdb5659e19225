import type { ElectronApplication } from '@playwright/test'
import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'

/** Confirms main's native dialog about hosts. */
export const confirmHosts = (app: ElectronApplication) =>
  app.evaluate(({ dialog }) => {
    const show = dialog.showMessageBox.bind(dialog) as (...all: unknown[]) => Promise<MessageBoxReturnValue>
    dialog.showMessageBox = (...all: unknown[]) => {
      const { title } = all.at(-1) as MessageBoxOptions
      return title === 'Confirm hosts'
        ? Promise.resolve({ response: 0, checkboxChecked: false })
        : show(...all)
    }
  })
