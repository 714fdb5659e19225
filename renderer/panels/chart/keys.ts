export interface ChartMoves {
  /** Positive to the right. */
  readonly pan: (slots: number) => void
  /** Above one zooms in. */
  readonly zoom: (factor: number) => void
  readonly toOldest: () => void
  readonly toNewest: () => void
  /** Moves the crosshair by slots and price steps. */
  readonly point: (slots: number, steps: number) => void
  readonly pointNowhere: () => void
  /** By index. */
  readonly pickInterval: (index: number) => void
  readonly removeLine: () => void
  readonly moveLine: (steps: number) => void
  /** Anchors the VWAP at the crosshair. */
  readonly anchor: () => void
}

type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const far = 10
const closer = 1.25

/** False if the key has no action. */
export function pressed(stroke: Stroke, moves: ChartMoves): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = stroke
  if (ctrlKey || metaKey || altKey) return false
  const run = shiftKey ? withShift(key, moves) : bare(key, moves)
  run?.()
  return run !== null
}

function bare(key: string, moves: ChartMoves): (() => void) | null {
  switch (key) {
    case 'ArrowLeft':
      return () => moves.pan(-far)
    case 'ArrowRight':
      return () => moves.pan(far)
    case 'ArrowUp':
    case '+':
    case '=':
      return () => moves.zoom(closer)
    case 'ArrowDown':
    case '-':
      return () => moves.zoom(1 / closer)
    case 'Home':
      return moves.toOldest
    case 'End':
      return moves.toNewest
    case 'Escape':
      return moves.pointNowhere
    case 'Delete':
    case 'Backspace':
      return moves.removeLine
    case 'PageUp':
      return () => moves.moveLine(1)
    case 'PageDown':
      return () => moves.moveLine(-1)
    case 'v':
      return moves.anchor
    default:
      return /^[1-9]$/.test(key) ? () => moves.pickInterval(Number(key) - 1) : null
  }
}

function withShift(key: string, moves: ChartMoves): (() => void) | null {
  switch (key) {
    case 'ArrowLeft':
      return () => moves.point(-1, 0)
    case 'ArrowRight':
      return () => moves.point(1, 0)
    case 'ArrowUp':
      return () => moves.point(0, 1)
    case 'ArrowDown':
      return () => moves.point(0, -1)
    case '+':
      return () => moves.zoom(closer)
    default:
      return null
  }
}
