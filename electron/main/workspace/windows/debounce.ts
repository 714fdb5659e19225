const quietFor = 400

interface Debounced {
  readonly soon: () => void
  readonly later: (milliseconds: number) => void
  readonly cancel: () => void
}

/** Runs `work` once things have been quiet for a while. */
export function debounce(work: () => void): Debounced {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  const later = (milliseconds: number) => {
    cancel()
    timer = setTimeout(work, milliseconds)
  }
  return { cancel, later, soon: () => later(quietFor) }
}
