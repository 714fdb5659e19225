import { fireEvent, screen } from '@testing-library/svelte'
import { applyAction } from '#engine/workspace/apply'
import { stateOf } from '#engine/workspace/desk'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { panels } from '#renderer/desk/panel-kinds'
import { Hands } from '../../unit/engine/workspace/desk'
import { FakeMain } from '../support/bridge'
import { show, type Shown } from '../support/show'
import PlainPanel from './PlainPanel.svelte'

/** Returns the function that restores them. */
export function plainPanels(): () => void {
  const kept = { ...panels }
  for (const kind of Object.keys(panels)) Object.assign(panels, { [kind]: { component: PlainPanel } })
  return () => void Object.assign(panels, kept)
}

export const size = { width: 1600, height: 900 }

/** Uses the real rules for workspaces. */
export class WorkingMain extends FakeMain {
  readonly hands = new Hands()

  constructor() {
    super()
    this.send()
    this.answers['workspaces.act'] = (action: WorkspaceAction) => {
      const { desk, made } = applyAction(this.hands.desk, action, this.hands.ports)
      this.hands.desk = desk
      this.send()
      return { state: this.workspaces, made }
    }
  }

  get actions(): WorkspaceAction[] {
    return this.payloads('workspaces.act') as WorkspaceAction[]
  }

  /** Like another window. */
  act(action: WorkspaceAction): void {
    this.hands.act(action)
    this.send()
    this.push('workspaces.changed', this.workspaces)
  }

  panel(kind: string): string {
    return Object.values(this.hands.first.panels).find((panel) => panel.kind === kind)!.id
  }

  private send(): void {
    this.workspaces = stateOf(this.hands.desk)
  }
}

export async function showDesk(main = new WorkingMain()): Promise<Shown & { main: WorkingMain }> {
  const shown = await show('#/markets', main)
  return { ...shown, main }
}

export const region = (name: string) => screen.getByRole('region', { name })
export const head = (name: string) => region(name).querySelector('h2')!
/** In reading order. */
export const regions = () =>
  screen
    .getAllByRole('region')
    .filter((each) => each.dataset['panel'] !== undefined)
    .map((each) => each.ariaLabel ?? each.getAttribute('aria-label'))

export function giveFrameSize(): void {
  const frame = document.querySelector<HTMLElement>('[data-frame]')!
  frame.getBoundingClientRect = () => new DOMRect(0, 0, size.width, size.height)
}

export async function dragTo(handle: Element, x: number, y: number): Promise<void> {
  handle.setPointerCapture ??= () => {}
  await fireEvent.pointerDown(handle, { button: 0, clientX: 5, clientY: 5, pointerId: 1 })
  await fireEvent.pointerMove(handle, { clientX: 40, clientY: 40, pointerId: 1 })
  await fireEvent.pointerMove(handle, { clientX: x, clientY: y, pointerId: 1 })
}
