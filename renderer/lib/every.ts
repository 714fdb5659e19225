/** As setInterval, but all calls with one pause come together, so that the page is laid out once for them. */
export function every(pause: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        wait()
        run()
      },
      pause - (Date.now() % pause)
    )
  }
  wait()
  return () => clearTimeout(timer)
}
