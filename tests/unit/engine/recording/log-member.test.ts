import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headLength, noMember, openMember, openMemberAside, sealMember } from '#engine/recording/log/member'

const facts = { items: 1, firstSeq: 1, lastSeq: 1, from: 0n, to: 0n, previous: noMember }

test.each([100, 100_000])(
  'a member of %i bytes opens alike here and aside, whole and damaged',
  async (size) => {
    const text = randomBytes(size)
    const member = sealMember(text, facts)
    expect(openMember(member)).toEqual(text)
    expect(await openMemberAside(member)).toEqual(text)
    const places = fc.integer({ min: headLength, max: member.length - 1 })
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(member)
        damaged[at]! ^= change
        const opened = openMember(damaged)
        // A few bits of a compressed block mean nothing.
        if (opened) expect(opened).toEqual(text)
        expect(await openMemberAside(damaged)).toEqual(opened)
      }),
      { numRuns: 200 }
    )
  }
)
