import type { Job, StatementsState } from '#shared/contract/records/statements/index'
import { statementsText } from '#renderer/messages/statements'
import { formatBytes, formatCount, type NumberFormat } from '../../lib/format/number'
import type { Notice } from '../../ui/notices'
import type { StatementsStore } from './statements.svelte'

const text = statementsText.activity

function sentenceOf(job: Job, numbers: NumberFormat): string | null {
  const [done, of] = [job.done, job.of].map((count) => formatCount(count, numbers)) as [string, string]
  const [bytes, ofBytes] = [job.bytes, job.ofBytes].map((size) => formatBytes(size, numbers)) as [
    string,
    string
  ]
  switch (job.kind) {
    case 'comparing':
      return text.comparing(done, of)
    case 'moving':
      return job.folder && text.moving(job.folder, text.progress(done, of, bytes, ofBytes))
    case 'exporting':
      return text.exporting(text.progress(done, of, bytes, ofBytes))
    case 'restoring':
      return text.restoring(done, of)
    case 'switching':
      return text.switching
    case 'verifying':
      // The head shows it.
      return null
  }
}

/** The job that is running, with its progress and a button to stop it, and the second copy being updated. */
export function activityOf(store: StatementsStore, { job, copy }: StatementsState): readonly Notice[] {
  const sentence = job && sentenceOf(job, store.desk.settings.now.numbers)
  const notices: Notice[] = []
  if (job && sentence) {
    const { kind } = job
    const run = () => store.run(() => store.calls.stop({ kind }))
    notices.push({ id: kind, kind: 'progress', sentence, actions: [{ label: text.stop, run }] })
  }
  if (copy?.running && copy.behind > 0) {
    const copying = text.copying(copy.folder, copy.behind)
    notices.push({ id: 'copying', kind: 'progress', sentence: copying, actions: [] })
  }
  return notices
}
