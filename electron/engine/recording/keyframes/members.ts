import { Segment, type Located } from '../log/segment'

/** More than a segment has. */
const maxMembers = 100_000

/** The members of a file that may be missing, by their headers; what is damaged is left out. */
export async function membersOf(file: string): Promise<Located[]> {
  const members: Located[] = []
  await withMembers(file, async (segment) => {
    for await (const piece of segment.pieces()) {
      if (piece.kind === 'member') members.push(piece.member)
      if (members.length === maxMembers) break
    }
  })
  return members
}

/** Null if the file is missing. */
export async function withMembers<T>(
  file: string,
  read: (segment: Segment) => Promise<T>
): Promise<T | null> {
  const segment = await openMembers(file)
  if (!segment) return null
  try {
    return await read(segment)
  } finally {
    await segment.close()
  }
}

/** To be closed; null if the file is missing. */
export async function openMembers(file: string): Promise<Segment | null> {
  try {
    return await Segment.open(file)
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
    throw problem
  }
}
