import { clipboard } from 'electron'
import type { ClipboardPort } from '#engine/records/addresses/index'

export const systemClipboard: ClipboardPort = {
  // Synchronous in the older runtime.
  read: async () => clipboard.readText(),
  write: async (text) => clipboard.writeText(text)
}
