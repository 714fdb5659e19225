import { libText } from '../messages/lib'
import { valueOf } from './client'
import type { Desk } from './desk'
import { formatBytes } from './format/number'

export async function backUp({ bridge, toasts, settings }: Desk): Promise<void> {
  const file = await valueOf(bridge.call.data.backUp())
  if (!file) return
  toasts.show('success', libText.backedUp(formatBytes(file.bytes, settings.now.numbers)), file.path)
}
