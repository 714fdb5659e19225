const quietFor = 400

/** Runs `work` once things have been quiet for a while. */
export function debounce(work: () => void): { readonly soon: () => void; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  return {
    cancel,
    soon() {
      cancel()
      timer = setTimeout(work, quietFor)
    }
  }
}
