import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'

export function setUpAnalysis(): FeatureHandlers<'analysis'> {
  const refuse = () => {
    throw fail('recording.unknown', recordingText.unknownRecording)
  }
  return {
    sealed: refuse,
    report: refuse,
    fillCosts: refuse,
    cancel: () => null,
    fillFiles: () => [],
    importFills: refuse,
    removeFills: () => null,
    saveCsv: refuse
  }
}
