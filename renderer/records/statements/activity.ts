import type { StatementsState } from '#shared/contract/records/statements/index'
import { statementsText } from '#renderer/messages/statements'
import { formatCount } from '../../lib/format/number'
import type { Notice } from '../../ui/notices'
import type { StatementsStore } from './statements.svelte'
import { progressText } from './troubles'

const text = statementsText.activity

/** The job that is running, with its progress and what stops it. */
export function activityOf(store: StatementsStore, state: StatementsState): readonly Notice[] {
  const { calls } = store
  const { numbers } = store.desk.settings.now
  const { moving, exporting, restoring, switching, comparing, copy } = state
  const shown = (count: number) => formatCount(count, numbers)
  const jobs: readonly (readonly [string, string | null, (typeof calls)['stopMove'] | null, string?])[] = [
    [
      'comparing',
      comparing ? text.comparing(shown(comparing.done), shown(comparing.of)) : null,
      calls.stopCompare,
      text.stopComparing
    ],
    ['moving', moving && text.moving(moving.to, progressText(moving, numbers)), calls.stopMove],
    ['exporting', exporting && text.exporting(progressText(exporting, numbers)), calls.stopExport],
    [
      'restoring',
      restoring && text.restoring(shown(restoring.statements), shown(restoring.ofStatements)),
      calls.stopRestore
    ],
    ['switching', switching ? text.switching : null, null],
    ['copying', copy?.running && copy.behind > 0 ? text.copying(copy.folder, copy.behind) : null, null]
  ]
  return jobs.flatMap(([id, sentence, stop, label = text.stop]) =>
    sentence === null
      ? []
      : [
          {
            id,
            kind: 'progress' as const,
            sentence,
            actions: stop === null ? [] : [{ label, run: () => store.run(stop) }]
          }
        ]
  )
}
