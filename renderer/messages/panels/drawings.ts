import { choose, count } from '#shared/messages/language'

export const drawingsText = choose({
  en: {
    rail: 'Drawing tools',
    showRail: 'Show drawing tools',
    tools: {
      pointer: 'Pointer',
      measure: 'Measure',
      level: 'Horizontal line',
      ray: 'Ray',
      trend: 'Trend line',
      rectangle: 'Rectangle',
      note: 'Note'
    },
    /** A button's hint with its keys. */
    withKeys: (label: string, keys: string) => `${label} (${keys})`,
    hints: {
      measure: 'or Shift and drag',
      pointer: 'Esc'
    },
    chosen: (tool: string, points: number) =>
      `${tool}: click ${points === 1 ? 'a point' : 'two points'}, or move with the arrows and press Enter.`,
    list: 'Drawings',
    none: 'Nothing drawn yet',
    undo: 'Undo drawing',
    redo: 'Redo drawing',
    removeAll: 'Delete all drawings',
    removed: (drawings: number) => `${count(drawings, 'drawing')} deleted.`,
    undoRemoval: 'Undo',
    /** Accessible names and lines of the list. */
    name: {
      single: (kind: string, place: string) => `${kind} at ${place}`,
      pair: (kind: string, from: string, to: string) => `${kind} from ${from} to ${to}`,
      at: (price: string, time: string) => `${price}, ${time}`,
      withText: (name: string, text: string) => `${name}: ${text}`,
      number: (name: string, number: number) => `${name} (${number})`
    },
    selected: (name: string) => `${name}, selected.`,
    locked: (name: string) => `${name} is locked.`,
    points: {
      all: 'Whole drawing',
      first: 'First point',
      second: 'Second point'
    },
    bar: {
      title: 'Selected drawing',
      colour: 'Colour',
      width: 'Width',
      widthOf: (pixels: number) => `${pixels} px`,
      text: 'Edit text',
      duplicate: 'Duplicate',
      lock: 'Lock',
      remove: 'Delete'
    },
    colours: {
      yellow: 'Yellow',
      blue: 'Blue',
      green: 'Green',
      orange: 'Orange',
      pink: 'Pink',
      violet: 'Violet'
    },
    text: 'Text',
    emptyNote: 'Note',
    measured: {
      bars: (bars: string, single: boolean) => (single ? `${bars} bar` : `${bars} bars`),
      moves: (percent: string, basisPoints: string) => `${percent}%, ${basisPoints} bp`,
      volume: 'Volume',
      incomplete: 'Volume incomplete',
      spoken: (parts: readonly string[]) => `Measured: ${parts.join(', ')}.`
    },
    keys: 'Alt+M measures; Alt+H, Alt+Y, Alt+T, Alt+B and Alt+N draw a horizontal line, ray, trend line, rectangle and note. D and Shift+D select drawings, arrows move the selected one, P chooses one of its points, Enter edits its text.'
  }
})
