import { clipboard } from 'electron'
import type { ClipboardPort } from '#engine/records/addresses/index'

export const systemClipboard: ClipboardPort = {
  // The older runtime answers at once, the one that we ship on later.
  read: async () => clipboard.readText(),
  write: async (text) => clipboard.writeText(text)
}
