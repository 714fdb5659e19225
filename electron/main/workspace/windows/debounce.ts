const quietFor = 400

interface Debounced {
  readonly soon: () => void
  readonly cancel: () => void
}

/** Runs `work` after a quiet period. */
export function debounce(work: () => void): Debounced {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  const soon = () => {
    cancel()
    timer = setTimeout(work, quietFor)
  }
  return { cancel, soon }
}
