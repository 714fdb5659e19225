/** By file, and over all keepers: a profile that is connected anew may still have its last writing before it. */
const turns = new Map<string, Promise<void>>()

/** What is done with a file is done in turn: who asks for a market anew waits for its last writing. */
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
