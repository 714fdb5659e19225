import { randomUUID } from 'node:crypto'
import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import {
  openSavedTemplates,
  openWorkspaceFile,
  Pointing,
  SharedRanges,
  WorkspaceStore
} from '#engine/workspace/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { Emitter } from '#shared/domain/base/emitter'
import { mainLayout, panelSpecs, type PanelKind } from '#shared/domain/workspace/index'
import type { Windows } from './windows'
import type { SavedWindow } from './windows/saved-windows'
import { LayoutWindows } from './layout-windows'
import { loadWorkspace, saveWorkspace } from './files'
import { importWorkspace } from './import'
import { untilShown } from './until-shown'
import type { UnsavedFiles } from '../base/unsaved-files'
import { workspaceText } from '#shared/messages/workspace'

interface WorkspacesParts {
  readonly file: string
  readonly templatesFile: string
  readonly clock: Clock
  readonly windows: Windows
  readonly unsaved: UnsavedFiles
  /** A message about one of the files. */
  readonly startNotice: (sentence: string) => void
  readonly log: Log
}

/** IDs of windows. */
interface PoppedOut {
  readonly from: string
  readonly to: string
}

interface SavedTemplatesFeature {
  readonly handlers: FeatureHandlers<'templates'>
  readonly clear: () => Promise<void>
}

export interface Workspaces {
  readonly handlers: FeatureHandlers<'workspaces'>
  readonly templates: SavedTemplatesFeature
  /** Opens or focuses the workspace's window. */
  readonly openWindow: (workspace: string) => void
  /** The windows of the last session, or one with that content, and those of popped-out layouts. */
  readonly restoreWindows: (kept: readonly SavedWindow[], content?: WindowContent) => void
  /** The windows of the last session open once one is requested. */
  readonly keepWindowsClosed: (kept: readonly SavedWindow[]) => void
  /** Adds a workspace with a single panel; returns its ID. */
  readonly addWithPanel: (kind: PanelKind) => string
  /** For new panels, watched markets first. */
  readonly useMarkets: (known: () => readonly string[]) => void
  /** Asks whether to add the workspace of a file. */
  readonly openFile: (file: string) => Promise<void>
  /** A window opened for a panel of another. */
  readonly onPopOut: Emitter<PoppedOut>['on']
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function setUpWorkspaces(parts: WorkspacesParts): Promise<Workspaces> {
  const { clock, windows, unsaved, log } = parts
  const { registry, pushes } = windows
  const file = await openWorkspaceFile({ file: parts.file, onSaveStateChange: unsaved.of(parts.file) })
  if (file.notice) parts.startNotice(file.notice)
  const templates = await openSavedTemplates({
    file: parts.templatesFile,
    newId: randomUUID,
    changed: (state) => pushes.broadcast('templates.changed', state),
    onSaveStateChange: unsaved.of(parts.templatesFile)
  })
  if (templates.notice) parts.startNotice(templates.notice)
  let knownMarkets: () => readonly string[] = () => []
  const store: WorkspaceStore = new WorkspaceStore(file, {
    newId: randomUUID,
    now: () => clock.monotonic(),
    markets: () => knownMarkets(),
    changed(state) {
      pushes.broadcast('workspaces.changed', state)
      layoutWindows.follow()
    }
  })
  const poppedOut = new Emitter<PoppedOut>()
  const pointing = new Pointing(clock, (from, cursor) => {
    for (const { id } of registry.all) if (id !== from) pushes.sendNow(id, 'workspaces.pointed', cursor)
  })
  const ranges = new SharedRanges({
    isWorkspace: (id) => store.byId(id) !== undefined,
    send: (range) => pushes.broadcast('workspaces.rangeShown', range)
  })
  const layoutWindows = new LayoutWindows({
    registry,
    displays: windows.displays,
    workspaces: () => store.all,
    returnToDesk: (workspace, frame) => void store.act({ do: 'window.return', workspace, frame }),
    refused(windowId, sentence) {
      const content = registry.byId(windowId)?.content
      const isLocked = content?.kind === 'frame' && store.byId(content.workspace)?.locked === true
      pushes.send(windowId, 'app.notice', {
        sentence,
        kind: 'warning',
        ...(isLocked && { offer: { label: workspaceText.refusals.unlock, command: 'workspace.lock' } })
      })
    }
  })
  windows.onWindowOpen((window) => {
    layoutWindows.watch(window)
    for (const range of ranges.all) pushes.send(window.id, 'workspaces.rangeShown', range)
  })
  windows.onWindowGone((windowId) => {
    pointing.close(windowId)
    ranges.close(windowId)
  })
  windows.guard.onLeftOut(() => store.keep())

  const isThere = (content: WindowContent) =>
    content.kind === 'desk' ||
    (content.kind === 'workspace'
      ? store.byId(content.workspace) !== undefined
      : store.byId(content.workspace)?.frames.some(({ id }) => id === content.frame) === true)

  const prepareRegistry = () => {
    registry.isThere = isThere
    registry.restored = () => layoutWindows.follow()
  }

  return {
    handlers: {
      read: () => store.state,
      act(action, { windowId }) {
        const result = store.act(action)
        const opened =
          action.do === 'panel.popOut' &&
          registry.all.find(({ content }) => content.kind === 'frame' && content.frame === result.made)
        if (opened) poppedOut.fire({ from: windowId, to: opened.id })
        return result
      },
      point(cursor, { windowId }) {
        pointing.point(windowId, cursor)
        return null
      },
      showRange(range, { windowId }) {
        ranges.show(windowId, range)
        return null
      },
      save: ({ workspace }, { windowId }) =>
        saveWorkspace(store.workspace(workspace), store.textOf(workspace), registry.byId(windowId)?.browser),
      async load(_payload, { windowId }) {
        const workspace = await loadWorkspace(registry.byId(windowId)?.browser)
        return workspace && store.take(workspace)
      }
    },
    templates: {
      handlers: {
        read: () => templates.state,
        saveWorkspace: ({ workspace, name }) => templates.saveWorkspace(name, store.withLinks(workspace)),
        savePanel: ({ name, kind, settings }) => templates.savePanel(name, kind, settings),
        remove: ({ id }) => templates.remove(id),
        use: ({ id }) => store.take(templates.workspace(id))
      },
      clear: async () => void (await templates.clear())
    },
    openWindow(workspace) {
      store.workspace(workspace)
      layoutWindows.openWorkspace(workspace)
    },
    restoreWindows(windowsKept, content) {
      prepareRegistry()
      registry.restoreAll(windowsKept, content)
      layoutWindows.start()
    },
    keepWindowsClosed(windowsKept) {
      prepareRegistry()
      registry.keepClosed(windowsKept)
      layoutWindows.start()
    },
    addWithPanel(kind) {
      const workspace = store.act({
        do: 'workspace.add',
        template: 'empty',
        name: panelSpecs[kind].title
      }).made!
      const link = panelSpecs[kind].joinsGroup ? 'a' : null
      const panel = { kind, link, market: null, settings: {}, spot: null } as const
      store.act({ do: 'panel.add', workspace, frame: mainLayout, ...panel })
      return workspace
    },
    useMarkets: (known) => void (knownMarkets = known),
    async openFile(file) {
      const { id, browser } = registry.deskInFront()
      await untilShown(browser, clock)
      if (browser.isDestroyed()) return
      await importWorkspace(file, {
        store,
        parent: browser,
        added: (workspace) => pushes.send(id, 'workspaces.show', { workspace }),
        refused: (sentence) => pushes.send(id, 'app.notice', { sentence, kind: 'warning' })
      })
    },
    onPopOut: poppedOut.on,
    clear: () => store.clear(),
    async dispose() {
      pointing.dispose()
      poppedOut.dispose()
      await templates.dispose()
      try {
        await store.dispose()
      } catch (problem) {
        log.error('Workspaces were not saved', problem)
      }
    }
  }
}
