import type { CatalogClient } from '#engine/recording/catalog/client'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'
import type { DeskRecordingsPorts } from '#engine/recording/history/desk-recordings'

const gigabyte = 1e9

/** Shared recordings that charts need, within the limit of everything that was fetched. */
export const fetchForCharts =
  (
    folder: Pick<RecordingsFolder, 'root' | 'isMoved'>,
    client: Pick<CatalogClient, 'fetchWithin'>,
    gigabytes: () => number
  ): DeskRecordingsPorts['fetch'] =>
  async (wanted, signal) => {
    await needRoot(folder.root, folder.isMoved)
    return client.fetchWithin({ ...wanted, maxBytes: gigabytes() * gigabyte }, signal)
  }
