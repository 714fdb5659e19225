import type { Bridge } from '#shared/contract/index'
import type { View } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { valueOf } from '../client'

export class WindowState {
  content = $state.raw<WindowContent>({ kind: 'desk', view: 'markets', workspace: null })
  onTop = $state(false)

  constructor(private readonly bridge: Bridge) {}

  begin(content: WindowContent, onTop: boolean): void {
    this.content = content
    this.onTop = onTop
  }

  /** The active workspace of this window; null if there is none yet. */
  get workspace(): string | null {
    return this.content.workspace
  }

  /** Shown at once and again after a restart. Only a desk window changes its view. */
  async showWorkspace(workspace: string): Promise<void> {
    if (this.content.kind !== 'desk' || this.content.workspace === workspace) return
    this.content = { ...this.content, workspace }
    await valueOf(this.bridge.call.windows.rememberWorkspace({ workspace }))
  }

  async rememberView(view: View): Promise<void> {
    if (this.content.kind !== 'desk') return
    this.content = { ...this.content, view }
    await valueOf(this.bridge.call.windows.rememberView({ view }))
  }

  async stayOnTop(onTop: boolean): Promise<void> {
    await valueOf(this.bridge.call.windows.stayOnTop({ onTop }))
    this.onTop = onTop
  }
}
