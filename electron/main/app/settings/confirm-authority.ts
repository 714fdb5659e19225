import { dialog, type BrowserWindow } from 'electron'
import { confirmAuthorityText } from '#shared/messages/app'

const text = confirmAuthorityText

/** A native dialog, which pages cannot answer or change. */
export async function confirmAuthority(url: string, parent: BrowserWindow | undefined): Promise<boolean> {
  const options = {
    type: 'question' as const,
    title: text.title,
    message: text.message,
    detail: `${url}\n\n${text.warning}`,
    buttons: [text.confirm, text.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true
  }
  const { response } = await (parent
    ? dialog.showMessageBox(parent, options)
    : dialog.showMessageBox(options))
  return response === 0
}
