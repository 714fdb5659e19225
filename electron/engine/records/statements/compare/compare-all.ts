import type { CompareSummary } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Source } from '../source'
import type { DownloadPorts } from '../download/types'
import type { Owner } from '../layout/layout'
import type { JobControl } from '../jobs'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { compareStatement } from './compare'

interface ComparePorts extends DownloadPorts {
  readonly store: () => ArchiveStore
  readonly source: () => Source
}

/** Problems of the connection, which concern every statement. */
const forAll = /^(rest\.(unauthorised|scope|limited|forbidden)|statements\.no-link|token\..*|network\..*)$/

const idOf = ({ sidecar }: ArchivedStatement) =>
  typeof sidecar.record['id'] === 'string' ? sidecar.record['id'] : ''
const isOf = ({ sidecar: { environment, profile } }: ArchivedStatement, owner: Owner) =>
  environment === owner.environment && profile.id === owner.profile.id

/** One statement, or all that the connection in use can ask for. Results from before a stop are kept. */
export async function compareAll(
  ports: ComparePorts,
  { key, doubtful }: { readonly key: string | null; readonly doubtful: boolean },
  { signal, report }: JobControl
): Promise<CompareSummary> {
  const source = ports.source()
  if ('problem' in source) throw fail(source.problem.code, source.problem.sentence, { retryable: true })
  const { owner } = source
  const store = ports.store()
  const chosen = store.index.statements.filter(
    (one) =>
      (key === null || one.key === key) &&
      (!doubtful || one.uncompared === true || one.disagreement !== undefined)
  )
  const statements = chosen.filter((one) => isOf(one, owner) && one.belongs === undefined)
  const counts = { same: 0, partly: 0, differs: 0, gone: 0, failed: 0 }
  let sentence: string | null = null
  for (const [done, statement] of statements.entries()) {
    if (signal.aborted) break
    report({ done, of: statements.length })
    try {
      const outcome = await compareStatement(ports, {
        statement,
        folder: store.folder(statement.key),
        read: (stop) => readOf(ports.source(), owner, idOf(statement), stop),
        signal
      })
      store.provenance?.compared(statement, outcome)
      await store.refresh(statement.key)
      counts[outcome.result] += 1
    } catch (thrown) {
      if (signal.aborted) break
      const problem = toProblem(thrown)
      counts.failed += 1
      sentence = problem.sentence
      if (forAll.test(problem.code)) break
    }
  }
  return { counts, sentence, elsewhere: chosen.length - statements.length }
}

async function readOf(source: Source, owner: Owner, id: string, signal: AbortSignal) {
  if (!('owner' in source) || source.owner.profile.id !== owner.profile.id)
    throw fail('statements.no-link', archiveText.compare.ended)
  return source.rest.statements.read(id, { signal })
}
