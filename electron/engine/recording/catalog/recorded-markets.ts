import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'
import { savedName } from '../../market/saved'
import { keyframesOf } from '../keyframes/files'
import { membersOf, withMembers } from '../keyframes/members'
import { parseLines } from '../log/lines'
import { openMember, type MemberFacts } from '../log/member'
import { readEvent } from '../replay/logged-event'

/** As in a keyframe. */
const maxValues = 20_000_000
/** All subscriptions are found within so many members. */
const maxMembers = 200

const coverages = v.object({
  state: v.object({ coverages: v.array(v.looseTuple([savedName])) })
})

/** The markets of a segment: those of its last keyframe, or what its first members say if it has none. */
export async function marketsOf(segment: string, first: MemberFacts | null): Promise<readonly string[]> {
  if (!first) return []
  return (await ofKeyframe(segment)) ?? (await ofEvents(segment))
}

async function ofKeyframe(segment: string): Promise<readonly string[] | null> {
  const file = keyframesOf(segment)
  const last = (await membersOf(file)).at(-1)
  if (!last) return null
  const member = await withMembers(file, (keyframes) => keyframes.read(last))
  const text = member && openMember(member)
  if (!text) return null
  try {
    const value = parseJson(text.toString('utf8'), { values: maxValues, strict: true })
    const checked = v.safeParse(coverages, value)
    return checked.success ? checked.output.state.coverages.map(([market]) => market) : null
  } catch {
    return null
  }
}

async function ofEvents(segment: string): Promise<readonly string[]> {
  const markets = new Set<string>()
  await withMembers(segment, async (log) => {
    let members = 0
    for await (const piece of log.pieces()) {
      if (piece.kind !== 'member') continue
      if (++members > maxMembers) return
      const text = openMember(await log.read(piece.member))
      for (const { kind, content } of (text && parseLines(text)) ?? []) {
        const event = kind === 'e' ? readEvent(content) : null
        if (event?.event === 'held') markets.add(event.market)
        if (event?.event === 'subscribed') markets.add(event.channel.market)
      }
    }
  })
  return [...markets]
}
