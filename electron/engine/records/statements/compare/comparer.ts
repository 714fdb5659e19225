import type { CompareProgress, CompareSummary } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Source } from '../source'
import type { DownloadPorts } from '../download/types'
import type { Owner } from '../layout/layout'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { compareStatement } from './compare'

interface ComparerPorts extends DownloadPorts {
  readonly store: () => ArchiveStore
  readonly source: () => Source
  readonly changed: () => void
  readonly rowsChanged: () => void
}

/** What concerns the connection, and so every statement. */
const forAll = /^(rest\.(unauthorised|scope|limited|forbidden)|statements\.no-link|token\..*|network\..*)$/

const idOf = ({ sidecar }: ArchivedStatement) =>
  typeof sidecar.record['id'] === 'string' ? sidecar.record['id'] : ''
const isOf = ({ sidecar: { environment, profile } }: ArchivedStatement, owner: Owner) =>
  environment === owner.environment && profile.id === owner.profile.id

/** Compares statements with the service, one after the other. */
export class Comparer {
  #now: { readonly stop: AbortController; readonly ended: Promise<unknown> } | null = null
  #progress: CompareProgress | null = null

  constructor(private readonly ports: ComparerPorts) {}

  get progress(): CompareProgress | null {
    return this.#progress
  }

  /** One statement, or all that the connection in use can ask for. What was compared before a stop is kept. */
  async run(key: string | null, doubtful = false): Promise<CompareSummary> {
    if (this.#now) throw fail('statements.comparing', archiveText.jobs.comparing)
    const source = this.ports.source()
    if ('problem' in source) throw fail(source.problem.code, source.problem.sentence, { retryable: true })
    const store = this.ports.store()
    const chosen = store.index.statements.filter(
      (one) =>
        (key === null || one.key === key) &&
        (!doubtful || one.uncompared === true || one.disagreement !== undefined)
    )
    const own = chosen.filter((one) => isOf(one, source.owner) && one.belongs === undefined)
    const stop = new AbortController()
    const running = this.#run(store, own, source.owner, stop.signal)
    this.#now = { stop, ended: running.catch(() => {}) }
    try {
      return { ...(await running), elsewhere: chosen.length - own.length }
    } finally {
      this.#now = null
      this.#progress = null
      this.ports.rowsChanged()
    }
  }

  async stop(): Promise<void> {
    this.#now?.stop.abort(new DOMException('Stopped', 'AbortError'))
    await this.#now?.ended
  }

  async #run(
    store: ArchiveStore,
    statements: readonly ArchivedStatement[],
    owner: Owner,
    signal: AbortSignal
  ): Promise<Omit<CompareSummary, 'elsewhere'>> {
    const counts = { same: 0, partly: 0, differs: 0, gone: 0, failed: 0 }
    let sentence: string | null = null
    for (const [done, statement] of statements.entries()) {
      if (signal.aborted) break
      this.#progress = { done, of: statements.length }
      this.ports.changed()
      try {
        const outcome = await compareStatement(this.ports, {
          statement,
          folder: store.folder(statement.key),
          read: (stop) => this.#ask(owner, idOf(statement), stop),
          signal
        })
        if (this.ports.store() !== store) break
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
    return { counts, sentence }
  }

  async #ask(owner: Owner, id: string, signal: AbortSignal) {
    const source = this.ports.source()
    if (!('owner' in source) || source.owner.profile.id !== owner.profile.id)
      throw fail('statements.no-link', archiveText.compare.ended)
    return source.rest.statements.read(id, { signal })
  }
}
