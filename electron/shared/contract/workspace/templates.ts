import * as v from 'valibot'
import { call } from '../base/call'
import { panelKinds, type PanelKind } from '../../domain/workspace/panel-kinds'
import { maxWorkspaceNameLength, type PanelSettings } from '../../domain/workspace/workspace'
import { panelSettingsSchema, type Acted } from './workspaces'

/** Of each sort. */
export const maxTemplates = 50

export const templateName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxWorkspaceNameLength))

interface SavedWorkspace {
  readonly id: string
  readonly name: string
}

export interface SavedPanel {
  readonly id: string
  readonly name: string
  readonly kind: PanelKind
  readonly settings: PanelSettings
}

/** Saved by the user; the built-in ones are `templates` of workspaces. */
export interface TemplatesState {
  readonly workspaces: readonly SavedWorkspace[]
  readonly panels: readonly SavedPanel[]
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const templatesCalls = {
  read: call(v.undefined()).returns<TemplatesState>(),
  /** A template of the same name is replaced. */
  saveWorkspace: call(v.object({ workspace: id, name: templateName })).returns<TemplatesState>(),
  /** A template of the same name and kind is replaced. */
  savePanel: call(
    v.object({ name: templateName, kind: v.picklist(panelKinds), settings: panelSettingsSchema })
  ).returns<TemplatesState>(),
  remove: call(v.object({ id })).returns<TemplatesState>(),
  /** Makes a workspace of the template. */
  use: call(v.object({ id })).returns<Acted>()
}

export interface TemplatesPushes {
  'templates.changed': TemplatesState
}
export const templatesPushes = ['templates.changed'] as const
