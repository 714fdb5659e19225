import path from 'node:path'
import * as v from 'valibot'
import { draftSchema, type ProfileDraft } from '#shared/contract/connection/connections'
import { commandLineText } from '#shared/messages/command-line'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, readReason } from '../../base/files'
import { environmentIn, wrong } from './command'

const text = commandLineText.record
const features = { markets: true, addresses: false, conversions: false, statements: false }
const maxSecretBytes = 64 * 1024

interface ConnectionOptions {
  readonly connections?: string | undefined
  readonly connection?: string | undefined
  readonly environment?: string | undefined
  readonly 'rest-base'?: string | undefined
  readonly 'token-host'?: string | undefined
  readonly stream?: string | undefined
  readonly 'client-id'?: string | undefined
  readonly 'secret-file'?: string | undefined
}

/** The connection that the options write out, or one of an app's file. */
export async function readConnection(options: ConnectionOptions, folder: string): Promise<ProfileDraft> {
  const { connections, connection } = options
  if (connections !== undefined) return storedConnection(path.resolve(folder, connections), connection)
  const needed = (name: 'environment' | 'rest-base' | 'token-host' | 'stream' | 'client-id') => {
    const value = options[name]
    if (value === undefined) throw wrong(text.missing(name))
    return value
  }
  return {
    name: text.name,
    environment: environmentIn(needed('environment')),
    restBase: needed('rest-base'),
    tokenHost: needed('token-host'),
    streamAddress: needed('stream'),
    clientId: needed('client-id'),
    features
  }
}

const fileSchema = v.object({ profiles: v.array(v.unknown()) })
const bounds = { depth: 100, values: 100_000, strict: true }

async function storedConnection(file: string, wanted: string | undefined): Promise<ProfileDraft> {
  const content = await readText(file, (reason) => text.fileUnreadable(file, reason))
  let parsed: unknown
  try {
    parsed = parseJson(content, bounds)
  } catch {
    throw wrong(text.damaged(file))
  }
  const checked = v.safeParse(fileSchema, parsed)
  if (!checked.success) throw wrong(text.damaged(file))
  const drafts = checked.output.profiles.flatMap((each) => {
    const draft = v.safeParse(draftSchema, each)
    return draft.success && !draft.output.feed ? [draft.output] : []
  })
  const names = drafts.map(({ name }) => name)
  const [found, ...others] = drafts.filter(({ name }) => wanted === undefined || name === wanted)
  if (!found || others.length > 0) throw wrong(text.notOne(file, names))
  return { ...found, features }
}

/** Leaves none in the environment. */
export async function takeSecret(options: ConnectionOptions, folder: string): Promise<string> {
  const fromEnvironment = process.env['LEADLINE_CLIENT_SECRET']
  delete process.env['LEADLINE_CLIENT_SECRET']
  const credentials = process.env['CREDENTIALS_DIRECTORY']
  const file = options['secret-file'] ?? (credentials && path.join(credentials, 'client-secret'))
  if (options['secret-file'] === undefined && fromEnvironment) return fromEnvironment
  if (!file) throw wrong(text.noSecret)
  const secret = await readText(path.resolve(folder, file), text.secretUnreadable, maxSecretBytes)
  return secret.trim()
}

async function readText(file: string, sentence: (reason: string) => string, max?: number): Promise<string> {
  try {
    return (await readPlainFile(file, max)).toString('utf8')
  } catch (thrown) {
    throw wrong(sentence(readReason(thrown)))
  }
}
