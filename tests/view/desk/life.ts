/** Created and destroyed panels. */
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
