import type { RecorderProcess } from '#engine/recording/recorder-process'
import { forkProcess } from '../base/child-process'
import { recorderEntry } from '../base/startup/folders'

export const spawnRecorder = (): RecorderProcess => forkProcess(recorderEntry(), 'Leadline recorder')
