/** Shared by all keepers: a reconnected profile may still have a write pending. */
const turns = new Map<string, Promise<void>>()

/** Work on the same file runs in order. */
export function inTurn(file: string, work: () => Promise<void>): Promise<void> {
  const turn = (turns.get(file) ?? Promise.resolve()).then(work)
  const settled = turn
    .catch(() => {})
    .then(() => {
      if (turns.get(file) === settled) turns.delete(file)
    })
  turns.set(file, settled)
  return turn
}
