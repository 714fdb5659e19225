export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rectangle extends Size {
  readonly x: number
  readonly y: number
}

export interface Display {
  readonly id: number
  /** Without the system's bars. */
  readonly workArea: Rectangle
}

/** The displays of the moment. A port, so that a test can take one away. */
export interface Displays {
  readonly all: () => readonly Display[]
  readonly primary: () => Display
  /** The same text for the same displays in the same places. */
  readonly arrangement: () => string
  /** Where the mouse is. */
  readonly pointer: () => { readonly x: number; readonly y: number }
  readonly onChange: (listener: () => void) => () => void
}

/** The saved bounds of a window. */
export interface Place {
  readonly bounds: Rectangle
  readonly display: number
  readonly maximised: boolean
}
