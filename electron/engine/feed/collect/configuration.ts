import path from 'node:path'
import * as v from 'valibot'
import { isStampAuthority } from '#shared/contract/app/settings'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, readReason } from '../../base/files'

const maxFileBytes = 1024 * 1024
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))

/** Where a secret is; never the secret itself. */
const secretSource = v.union([
  v.strictObject({ file: text }),
  v.strictObject({ credential: v.pipe(text, v.regex(/^[\w.-]+$/)) }),
  v.strictObject({ keychain: text })
])
export type SecretSource = v.InferOutput<typeof secretSource>

const schema = v.strictObject({
  /** Shown in the lease and in the server's list of connections. */
  name: v.optional(v.pipe(text, v.maxLength(100)), 'collector'),
  feed: v.strictObject({
    servers: v.pipe(v.array(text), v.minLength(1), v.maxLength(20)),
    caFile: v.optional(text),
    nkey: v.optional(secretSource),
    credentials: v.optional(secretSource)
  }),
  connection: v.strictObject({
    environment: v.picklist(['production', 'sandbox', 'local']),
    restBase: text,
    tokenHost: text,
    streamAddress: text,
    clientId: text,
    clientSecret: secretSource
  }),
  markets: v.pipe(v.array(text), v.minLength(1), v.maxLength(1000)),
  /** Seconds without data before the collector asks whether the platform is there. */
  staleAfter: v.optional(whole(600), 10),
  recording: v.optional(
    v.strictObject({
      folder: text,
      days: v.optional(whole(3650), 14),
      gigabytes: v.optional(whole(100_000), 10),
      /** The URL of a time-stamping authority for each finished day. */
      stampAuthority: v.optional(v.pipe(v.string(), v.maxLength(500), v.check(isStampAuthority)), ''),
      /** Sealed files for the seats: in a folder that all have, or in the object store of the server. */
      shared: v.optional(
        v.pipe(
          v.strictObject({
            folder: v.optional(text),
            objectStore: v.optional(v.boolean(), false),
            days: v.optional(whole(3650), 30),
            gigabytes: v.optional(whole(1_000_000), 50),
            /** Seconds, so that hours are whole parts: what was recorded is shared after each. */
            every: v.optional(
              v.pipe(
                whole(3600),
                v.check((seconds) => 3600 % seconds === 0)
              ),
              300
            )
          }),
          v.check(({ folder, objectStore }) => (folder !== undefined) !== objectStore)
        )
      )
    })
  ),
  /** Of health and metrics, on this computer only. */
  port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)))
})
export type CollectorConfiguration = v.InferOutput<typeof schema>

/** Paths in the file are relative to its folder. */
export async function readConfiguration(file: string): Promise<CollectorConfiguration> {
  const { collector } = feedText
  let content: string
  try {
    content = (await readPlainFile(file, maxFileBytes)).toString('utf8')
  } catch (thrown) {
    const reason = readReason(thrown)
    throw fail('feed.configuration', collector.noConfiguration(file, reason))
  }
  let value: unknown
  try {
    value = parseJson(content, { strict: true })
  } catch {
    throw fail('feed.configuration', collector.notJson(file))
  }
  const checked = v.safeParse(schema, value)
  if (!checked.success) {
    const [issue] = checked.issues
    const place = v.getDotPath(issue) ?? '(root)'
    // What was found instead is not quoted, because it may be a secret in the wrong place.
    throw fail('feed.configuration', collector.wrong(file, place, issue.expected))
  }
  return withPaths(checked.output, path.dirname(path.resolve(file)))
}

function withPaths(configuration: CollectorConfiguration, folder: string): CollectorConfiguration {
  const { feed, connection, recording } = configuration
  const at = (name: string) => path.resolve(folder, name)
  const sharedAt = ({ shared }: NonNullable<typeof recording>) =>
    shared?.folder === undefined ? {} : { shared: { ...shared, folder: at(shared.folder) } }
  const sourceAt = (source: SecretSource): SecretSource =>
    'file' in source ? { file: at(source.file) } : source
  return {
    ...configuration,
    feed: {
      ...feed,
      ...(feed.caFile !== undefined && { caFile: at(feed.caFile) }),
      ...(feed.nkey && { nkey: sourceAt(feed.nkey) }),
      ...(feed.credentials && { credentials: sourceAt(feed.credentials) })
    },
    connection: { ...connection, clientSecret: sourceAt(connection.clientSecret) },
    ...(recording && { recording: { ...recording, folder: at(recording.folder), ...sharedAt(recording) } })
  }
}
