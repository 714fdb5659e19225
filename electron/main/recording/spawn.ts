import { systemClock } from '#engine/base/clock'
import { emptyChannelFolder, withChannel } from '#engine/recording/channel/sender'
import type { ChannelMessage } from '#engine/recording/channel/requests'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'
import type { RecorderProcess } from '#engine/recording/recorder-process'
import { forkProcess } from '../base/child-process'
import { recorderChannelFolder, recorderEntry } from '../base/startup/folders'

const spawnWithMessages = () =>
  forkProcess<RecorderRequest | ChannelMessage, RecorderReply>(recorderEntry(), 'Leadline recorder')

/** A socket where it was measured: those of macOS have room for 8 KB, so main would wake for each. */
export async function recorderSpawner(
  userData: string,
  failed: (problem: unknown) => void
): Promise<() => RecorderProcess> {
  if (process.platform !== 'linux') return spawnWithMessages
  const folder = recorderChannelFolder(userData)
  try {
    await emptyChannelFolder(folder)
  } catch (problem) {
    failed(problem)
    return spawnWithMessages
  }
  return () => withChannel(systemClock, spawnWithMessages(), folder)
}
