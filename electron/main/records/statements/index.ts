import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { shell, type BrowserWindow } from 'electron'
import { Archive, monthsCsv, realDisk, type Source } from '#engine/records/statements/index'
import { systemClock } from '#engine/base/clock'
import type { Fetch } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import type {
  StatementsChange,
  statementsCalls,
  StatementsState
} from '#shared/contract/records/statements/index'
import type { CallInput, CallOutput } from '#shared/contract/base/call'
import { localSandboxId } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { RestAccess } from '../../connection/rest'
import type { AfterStartup } from '../../base/startup/after-startup'
import { askForFolder, askToSave, saveAs } from '../../base/dialogs'
import { askForIds } from './ask'
import { DocumentWindows } from './windows'

interface StatementsDependencies {
  /** `archive.json` */
  readonly file: string
  /** The folder of the archive until the user moves it. */
  readonly usualRoot: string
  /** Of the session that shows documents. */
  readonly documents: string
  /** The IDs of the local sandbox while it runs. */
  readonly examples: () => readonly string[]
  readonly fetch: Fetch
  readonly rest: Pick<RestAccess, 'link' | 'for' | 'isChosen' | 'onLink' | 'onAbsence'>
  readonly changed: (change: StatementsChange) => void
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  /** The archive is opened after startup. */
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: Log
}

type Calls = typeof statementsCalls
type Handlers = {
  readonly [M in keyof Calls]: (
    payload: CallInput<Calls[M]>,
    from: { readonly windowId: string }
  ) => CallOutput<Calls[M]> | Promise<CallOutput<Calls[M]>>
}

interface Statements {
  readonly handlers: Handlers
  readonly view: Archive['view']
  readonly folder: () => string
  /** No window of the desk is left. */
  readonly closeDocuments: () => void
  /** Data that the viewer stores. */
  readonly clearDocuments: () => Promise<void>
  readonly dispose: () => Promise<void>
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // A process of another user.
    return problem instanceof Error && 'code' in problem && problem.code === 'EPERM'
  }
}

const { dialogs } = archiveText
const maxExamples = 24
const notConnected = fail('statements.no-link', archiveText.notConnected).problem

/** Connects the windows to the archive of the engine and asks for folders and files. */
export async function setUpStatements(parts: StatementsDependencies): Promise<Statements> {
  const { fetch, rest, browserOf, afterStartup, log } = parts
  let source: Source = { problem: notConnected }
  const withExamples = (now: StatementsState): StatementsState =>
    now.profileId === localSandboxId ? { ...now, examples: parts.examples().slice(0, maxExamples) } : now
  const archive = await Archive.open({
    file: parts.file,
    usualRoot: parts.usualRoot,
    disk: realDisk,
    clock: systemClock,
    random: Math.random,
    fetch,
    lock: { id: randomUUID(), host: hostname(), pid: process.pid, alive },
    source: () => source,
    changed: (change) => parts.changed({ ...change, state: withExamples(change.state) }),
    warn: (what, problem) => log.warn(what, problem)
  })
  const sourceChanged = () => {
    source = sourceOf(rest)
    archive.sourceChanged()
  }
  rest.onLink(sourceChanged)
  rest.onAbsence(sourceChanged)
  // The windows need not wait for a slow drive.
  let started: Promise<void> | null = null
  afterStartup.after(() => {
    started = archive.start().catch((problem: unknown) => log.error('The archive did not start', problem))
  })
  const documents = new DocumentWindows({ folder: parts.documents, view: archive.view, log })
  const state = () => withExamples(archive.state())
  const after = async (work: Promise<unknown> | void) => {
    await work
    return state()
  }
  /** Calls wait until the archive is open. */
  const opened = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await archive.opened()
    return work()
  }
  /** An accepted request is stored before the window is notified. */
  const accepted = async <T>(answer: T): Promise<T> => {
    await archive.remembered()
    return answer
  }
  return {
    view: archive.view,
    folder: () => archive.state().folder,
    closeDocuments: () => documents.close(),
    clearDocuments: () => documents.clear(),
    handlers: {
      read: state,
      list: () => archive.list(),
      revisions: ({ key }) => archive.view.revisions(key),
      table: ({ key, name }) => archive.view.table(key, name),
      async show({ key, name }, { windowId }) {
        await documents.show(key, name, browserOf(windowId))
        return null
      },
      fetch: ({ text }) => opened(() => accepted(archive.fetch(text))),
      async fetchFile(_payload, { windowId }) {
        const text = await askForIds(browserOf(windowId))
        return text === null ? null : opened(() => accepted(archive.fetch(text)))
      },
      refetch: (payload) => opened(() => accepted(archive.refetch(payload?.which))),
      stopFetch: () => after(archive.stopFetch()),
      cancelRequests: ({ which }) => after(opened(() => archive.cancelRequests(which))),
      verify: () => after(opened(() => archive.verify())),
      async compare({ key, doubtful }) {
        const summary = await opened(() => archive.compare(key, doubtful))
        return { ...summary, state: state() }
      },
      stop: ({ kind }) => after(archive.stop(kind)),
      acceptRemoval: () => after(opened(() => archive.acceptRemoval())),
      acceptList: () => after(opened(() => archive.acceptList())),
      resolveCopy: ({ take }) => after(opened(() => archive.locations.resolveCopy(take))),
      async restore() {
        const outcome = await opened(() => archive.locations.restore())
        return { ...outcome, state: state() }
      },
      rebuild: () => after(opened(() => archive.rebuild())),
      dismiss: () => after(archive.dismiss()),
      async openFolder({ key }) {
        const folder = archive.view.folder(key)
        const problem = await shell.openPath(folder)
        if (problem === '') return null
        throw fail('statements.folder', archiveText.folderNotOpened(folder), { detail: problem })
      },
      async export(period, { windowId }) {
        const target = await askToSave(
          { title: dialogs.export, name: dialogs.exportFile(period.from, period.to), type: 'zip' },
          browserOf(windowId)
        )
        return target === null ? null : opened(() => archive.export(target, period))
      },
      exportMonths: (wanted, { windowId }) =>
        opened(() =>
          saveAs(
            monthsCsv(archive.view.rows(wanted), archive.view.gone(wanted), wanted),
            { title: dialogs.exportMonths, name: 'statements-by-month.csv', type: 'csv' },
            browserOf(windowId)
          )
        ),
      async chooseCopy(_payload, { windowId }) {
        const folder = await askForFolder(dialogs.secondCopy, dialogs.secondCopyHere, browserOf(windowId))
        return folder === null ? null : after(opened(() => archive.locations.chooseCopy(folder)))
      },
      syncCopy: () => after(opened(() => archive.locations.syncCopy())),
      dropCopy: () => after(archive.locations.dropCopy()),
      async move(_payload, { windowId }) {
        const folder = await askForFolder(dialogs.move, dialogs.moveHere, browserOf(windowId))
        return folder === null ? null : after(opened(() => archive.locations.move(folder)))
      },
      async useOther(_payload, { windowId }) {
        const folder = await askForFolder(dialogs.useOther, dialogs.useThis, browserOf(windowId))
        return folder === null ? null : after(opened(() => archive.locations.useOther(folder)))
      }
    },
    async dispose() {
      documents.close()
      await started
      await archive.dispose()
    }
  }
}

function sourceOf(desk: Pick<RestAccess, 'link' | 'for' | 'isChosen'>): Source {
  const { link } = desk
  if (!link && !desk.isChosen) return { problem: notConnected }
  const rest = desk.for('statements')
  if (typeof rest === 'string') return { problem: fail('statements.no-link', rest).problem }
  if (!link) return { problem: notConnected }
  const { environment, id, name } = link.profile
  return { owner: { environment, profile: { id, name } }, rest }
}
