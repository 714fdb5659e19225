import type { ChartTools } from './chart-tools.svelte'
import { toolOfCode } from './tools'

type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

interface ToolMoves {
  readonly tools: ChartTools
  /** Moves the crosshair by slots and price steps. */
  readonly point: (slots: number, steps: number) => void
  /** Sets a point at the crosshair. */
  readonly enter: () => void
  /** Whether something is being placed or moved. */
  readonly active: () => boolean
  readonly cancel: () => void
}

const far = 10

const arrows: Readonly<Record<string, readonly [slots: number, steps: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1]
}

/** False if the key is left to the chart. */
export function pressedTool(stroke: Stroke, moves: ToolMoves): boolean {
  const { altKey, ctrlKey, metaKey } = stroke
  if (altKey) return !ctrlKey && !metaKey && withAlt(stroke, moves)
  if (ctrlKey || metaKey) return withControl(stroke, moves)
  if (stroke.key === 'Escape') return escape(moves)
  if (moves.tools.tool !== 'pointer') return placing(stroke, moves)
  if (stroke.key.toLowerCase() === 'd') return moves.tools.selectNext(stroke.shiftKey ? -1 : 1)
  return moves.tools.selected !== null && selected(stroke, moves)
}

function withAlt({ code, shiftKey }: Stroke, { tools }: ToolMoves): boolean {
  const tool = toolOfCode(code)
  if (tool === undefined || shiftKey) return false
  tools.choose(tools.tool === tool ? 'pointer' : tool)
  return true
}

function withControl({ key, shiftKey }: Stroke, { tools }: ToolMoves): boolean {
  const letter = key.toLowerCase()
  if (letter === 'd' && !shiftKey && tools.selected !== null) tools.duplicate()
  else if ((letter === 'z' || letter === 'y') && (tools.drawn.canUndo || tools.drawn.canRedo)) {
    const redo = letter === 'y' || shiftKey
    if (redo && tools.drawn.canRedo) void tools.drawn.redo()
    if (!redo && tools.drawn.canUndo) void tools.drawn.undo()
  } else return false
  return true
}

/** From the innermost: what is being drawn, the tool, the range, the selection. */
function escape({ tools, active, cancel }: ToolMoves): boolean {
  if (active()) cancel()
  else if (tools.tool !== 'pointer') tools.choose('pointer')
  else if (!tools.cancel()) {
    if (tools.selected === null) return false
    tools.select(null)
  }
  return true
}

function placing({ key, shiftKey }: Stroke, { point, enter }: ToolMoves): boolean {
  const by = arrows[key]
  const times = shiftKey ? far : 1
  if (by) point(by[0] * times, by[1] * times)
  else if (key === 'Enter') enter()
  else return false
  return true
}

function selected({ key, shiftKey }: Stroke, { tools }: ToolMoves): boolean {
  const by = arrows[key]
  const times = shiftKey ? far : 1
  if (by) tools.nudge(by[0] * times, by[1] * times)
  else if (key === 'Delete' || key === 'Backspace') void tools.remove([tools.selected!.id])
  else if (key === 'Enter') tools.editing = tools.selected!.id
  else if (key.toLowerCase() === 'p') tools.nextAnchor()
  else return false
  return true
}
