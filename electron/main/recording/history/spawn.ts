import type { HistoryProcess } from '#engine/recording/history/client'
import { forkProcess } from '../../base/child-process'
import { historyEntry } from '../../base/startup/folders'

export const spawnHistory = (): HistoryProcess => forkProcess(historyEntry(), 'Leadline history')
