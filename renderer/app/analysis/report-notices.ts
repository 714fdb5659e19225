import { formatTime } from '../../lib/format/time'
import { analysisText as text } from '../../messages/analysis'
import type { Notice } from '../../ui/notices'
import type { ReportModel } from './report'

/** What a report warns of, with a replay from there. */
export const reportNotices = (model: ReportModel | null, replay: (from: number) => void): readonly Notice[] =>
  (model?.notes ?? [])
    .filter(({ warns }) => warns)
    .map(({ sentence, replay: from }) => ({
      id: `${model?.id} ${sentence}`,
      kind: 'warning',
      sentence,
      ...(from !== null && {
        actions: [{ label: text.actions.replay(formatTime(from, 'utc')), run: () => replay(from) }]
      })
    }))
