/** What panels went through, so that a test can say which were made anew. */
export const life = {
  made: [] as string[],
  ended: [] as string[],
  deeds: [] as string[],
  born: (id: string) => life.made.push(id),
  gone: (id: string) => life.ended.push(id),
  did: (id: string, what: string) => life.deeds.push(`${what} ${id}`),
  forget() {
    life.made = []
    life.ended = []
    life.deeds = []
  }
}
