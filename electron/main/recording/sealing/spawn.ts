import type { SealingProcess } from '#engine/recording/sealing/sealing'
import { forkProcess } from '../../base/child-process'
import { sealingEntry } from '../../base/startup/folders'

export const spawnSealing = (): SealingProcess => forkProcess(sealingEntry(), 'Leadline Parquet')
