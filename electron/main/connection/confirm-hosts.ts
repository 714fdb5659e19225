import { dialog, type BrowserWindow } from 'electron'
import type { ConfirmHosts } from '#engine/connection/index'
import { confirmHostsText } from '#shared/messages/profiles'

const text = confirmHostsText

/** A native dialog, which pages cannot answer or change. */
export const confirmHosts =
  (parent: () => BrowserWindow | undefined): ConfirmHosts =>
  async ({ tokenHost, restBase, streamAddress }) => {
    const options = {
      type: 'question' as const,
      title: text.title,
      message: text.message,
      detail: [
        text.tokenHost(tokenHost),
        text.rest(restBase),
        text.stream(streamAddress),
        '',
        text.warning
      ].join('\n'),
      buttons: [text.confirm, text.cancel],
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
