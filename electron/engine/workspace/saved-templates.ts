import * as v from 'valibot'
import { panelSettingsSchema } from '#shared/contract/workspace/workspaces'
import { maxTemplates, templateName, type TemplatesState } from '#shared/contract/workspace/templates'
import { fail } from '#shared/domain/base/problem'
import {
  panelKinds,
  type PanelKind,
  type PanelSettings,
  type Workspace
} from '#shared/domain/workspace/index'
import { workspaceText } from '#shared/messages/workspace'
import { JsonStore, type JsonStorePorts } from '../base/files'
import { salvageWorkspace } from './salvage'
import { workspaceSchema } from './schema'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const workspaceTemplate = v.object({ id, name: templateName, workspace: workspaceSchema })
const panelTemplate = v.object({
  id,
  name: templateName,
  kind: v.picklist(panelKinds),
  settings: panelSettingsSchema
})
const listOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.maxLength(maxTemplates), v.readonly())
const schema = v.looseObject({ workspaces: listOf(workspaceTemplate), panels: listOf(panelTemplate) })
type Content = v.InferOutput<typeof schema>

interface SavedTemplatesPorts extends JsonStorePorts {
  readonly newId: () => string
  readonly changed: (state: TemplatesState) => void
}

export async function openSavedTemplates(ports: SavedTemplatesPorts): Promise<SavedTemplates> {
  const store = await JsonStore.open<Content>({
    ...ports,
    schema,
    version: 1,
    title: 'templates',
    initial: { workspaces: [], panels: [] },
    salvage
  })
  return new SavedTemplates(store, ports)
}

/** `templates.json`: workspaces and panel settings that the user saved to use again. */
export class SavedTemplates {
  constructor(
    private readonly store: JsonStore<Content>,
    private readonly ports: Pick<SavedTemplatesPorts, 'newId' | 'changed'>
  ) {}

  get notice(): string | null {
    return this.store.notice
  }

  get state(): TemplatesState {
    const { workspaces, panels } = this.store.value
    return { workspaces: workspaces.map((each) => ({ id: each.id, name: each.name })), panels }
  }

  /** To be renewed before it is added. */
  workspace(templateId: string): Workspace {
    const found = this.store.value.workspaces.find((each) => each.id === templateId)
    const workspace = found && salvageWorkspace({ ...found.workspace, name: found.name })
    if (!workspace?.links) throw fail('templates.gone', workspaceText.templates.gone)
    return { ...workspace, links: workspace.links }
  }

  async saveWorkspace(name: string, workspace: Workspace): Promise<TemplatesState> {
    const before = this.store.value.workspaces
    const made = { id: this.ports.newId(), name, workspace: { ...workspace, locked: false } }
    return this.#set({ workspaces: replaced(before, made, (each) => each.name === name) })
  }

  async savePanel(name: string, kind: PanelKind, settings: PanelSettings): Promise<TemplatesState> {
    const made = { id: this.ports.newId(), name, kind, settings }
    const before = this.store.value.panels
    return this.#set({ panels: replaced(before, made, (each) => each.name === name && each.kind === kind) })
  }

  async remove(templateId: string): Promise<TemplatesState> {
    const { workspaces, panels } = this.store.value
    const isOther = (each: { readonly id: string }) => each.id !== templateId
    return this.#set({ workspaces: workspaces.filter(isOther), panels: panels.filter(isOther) })
  }

  clear(): Promise<TemplatesState> {
    return this.#set({ workspaces: [], panels: [] })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  async #set(changes: Partial<Pick<Content, 'workspaces' | 'panels'>>): Promise<TemplatesState> {
    const written = this.store.update(changes)
    this.ports.changed(this.state)
    await written
    return this.state
  }
}

function replaced<T>(all: readonly T[], made: T, isSame: (each: T) => boolean): readonly T[] {
  const at = all.findIndex(isSame)
  if (at !== -1) return all.toSpliced(at, 1, made)
  if (all.length >= maxTemplates)
    throw fail('templates.too-many', workspaceText.templates.tooMany(maxTemplates))
  return [...all, made]
}

/** An unreadable template must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  let lost = 0
  function good<T>(value: unknown, schemaOf: v.GenericSchema<unknown, T>): readonly T[] {
    const all: readonly unknown[] = Array.isArray(value) ? value : []
    const kept = all.filter((each): each is T => v.is(schemaOf, each)).slice(0, maxTemplates)
    lost += all.length - kept.length
    return kept
  }
  const workspaces = good(damaged['workspaces'], workspaceTemplate)
  const panels = good(damaged['panels'], panelTemplate)
  const { templates } = workspaceText
  return {
    content: { ...damaged, workspaces, panels },
    lost: lost === 0 ? templates.partlyLost : templates.lost(lost)
  }
}
