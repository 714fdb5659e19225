import * as v from 'valibot'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { isVersion } from './version'

const time = v.nullable(v.pipe(v.number(), v.finite()))
const version = v.nullable(v.pipe(v.string(), v.check(isVersion)))
const text = v.pipe(v.string(), v.maxLength(1000))

const schema = v.object({
  lastCheck: time,
  /** Chosen with each check, so that a restart causes none. */
  nextCheck: time,
  /** In a row. */
  failures: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The first of the failures in a row. */
  failingSince: v.optional(time, null),
  problem: v.nullable(v.object({ code: text, sentence: text, retryable: v.boolean() })),
  /** The newest manifest as it was signed; verified again when it is read, so that an edit names no newer one. */
  manifest: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(300_000))), null),
  dismissed: version,
  /** The version that ran last. */
  ranVersion: version
})
type UpdateRecord = v.InferOutput<typeof schema>

const initial: UpdateRecord = {
  lastCheck: null,
  nextCheck: null,
  failures: 0,
  failingSince: null,
  problem: null,
  manifest: null,
  dismissed: null,
  ranVersion: null
}

export type UpdateFile = JsonStore<UpdateRecord>

/** `updates.json`. */
export const openUpdateFile = (ports: JsonStorePorts): Promise<UpdateFile> =>
  JsonStore.open<UpdateRecord>({ ...ports, schema, version: 1, title: 'updates', initial })
