import type { AnalysisProcess } from '#engine/recording/analysis/client'
import { forkProcess } from '../../base/child-process'
import { analysisEntry } from '../../base/startup/folders'

export const spawnAnalysis = (): AnalysisProcess => forkProcess(analysisEntry(), 'Leadline analysis')
