import type { ElectronApplication } from '@playwright/test'
import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'

/** A native dialog has no page that a test could click in: main's question about hosts is confirmed. */
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
