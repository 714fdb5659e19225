import { addressText } from '#shared/messages/addresses'
import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { readJsonFile, writeAtomically } from '#engine/base/files/index'
import { maxUnlisted, type KeptDigest } from '../digest/digest'
import type { Covered } from './covered'

const version = 1
const time = v.pipe(v.number(), v.finite(), v.minValue(0))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const ids = v.pipe(v.array(v.pipe(v.string(), v.maxLength(10_000))), v.maxLength(maxUnlisted))
const schema = v.object({
  look: v.nullable(v.object({ at: time, isWhole: v.boolean(), comparedAt: v.nullable(time) })),
  comparedAt: v.nullable(time),
  unclear: count,
  unlisted: ids,
  unlistedBefore: ids,
  covered: v.object({ bytes: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })
})

/** `digest.json`: the last look at the addresses, as the part of `addresses.jsonl` that was written then. */
export class DigestFile {
  /** Files of newer versions are not changed. */
  #writable = true

  constructor(private readonly file: string) {}

  async read(): Promise<{ readonly digest: KeptDigest; readonly covered: Covered } | null> {
    const format = { schema, title: addressText.notes.digest, version }
    const { value, writable } = await readJsonFile(this.file, format)
    this.#writable = writable
    if (!value) return null
    const { covered, ...digest } = value
    return { digest, covered }
  }

  async write(digest: KeptDigest, covered: Covered): Promise<void> {
    if (this.#writable) await writeAtomically(this.file, JSON.stringify({ version, ...digest, covered }))
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true })
  }
}
