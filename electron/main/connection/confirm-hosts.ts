import { dialog, type BrowserWindow } from 'electron'
import type { ConfirmHosts } from '#engine/connection/index'

const confirmHostsTitle = 'Confirm hosts'

/** Main's own question: no page of a window can answer it or change what it names. */
export const confirmHosts =
  (parent: () => BrowserWindow | undefined): ConfirmHosts =>
  async ({ tokenHost, restBase, streamAddress }) => {
    const options = {
      type: 'question' as const,
      title: confirmHostsTitle,
      message: 'Send the client secret and access tokens to these hosts?',
      detail: [
        `Token host (gets the secret): ${tokenHost}`,
        `REST: ${restBase}`,
        `Stream: ${streamAddress}`,
        '',
        'Confirm only hosts of your own service.'
      ].join('\n'),
      buttons: ['Confirm', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true
    }
    const window = parent()
    const { response } = await (window
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options))
    return response === 0
  }
