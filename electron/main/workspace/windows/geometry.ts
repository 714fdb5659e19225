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

/** A port, so that tests can remove a display. */
export interface Displays {
  readonly all: () => readonly Display[]
  readonly primary: () => Display
  /** Equal for equal display layouts. */
  readonly arrangement: () => string
  readonly pointer: () => { readonly x: number; readonly y: number }
  readonly onChange: (listener: () => void) => () => void
}

/** The saved bounds of a window. */
export interface WindowBounds {
  readonly bounds: Rectangle
  readonly display: number
  readonly maximised: boolean
}
