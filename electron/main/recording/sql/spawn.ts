import type { SqlProcess } from '#engine/recording/sql/client'
import { forkProcess } from '../../base/child-process'
import { sqlEntry } from '../../base/startup/folders'

/** It needs nothing of the environment, which may contain secrets. */
export const spawnSql = (): SqlProcess => forkProcess(sqlEntry(), 'Leadline SQL', {})
