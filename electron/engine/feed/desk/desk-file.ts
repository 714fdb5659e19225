import path from 'node:path'
import * as v from 'valibot'
import { environments } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { deskText } from '#shared/messages/desk'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, writeAtomically } from '../../base/files'

const time = v.pipe(v.number(), v.integer())

const schema = v.object({
  version: v.literal(1),
  name: v.string(),
  environment: v.picklist(environments),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  servers: v.array(v.string()),
  isEncrypted: v.boolean(),
  systemAccount: v.string(),
  /** Times are in seconds since the epoch. */
  made: time,
  seats: v.array(
    v.object({
      name: v.string(),
      key: v.string(),
      added: time,
      expires: v.optional(time),
      removed: v.optional(time)
    })
  )
})
/** What a desk consists of, without its keys. */
export type DeskFile = v.InferOutput<typeof schema>

const fileIn = (folder: string) => path.join(folder, 'desk.json')

export async function readDesk(folder: string): Promise<DeskFile> {
  const bytes = await readPlainFile(fileIn(folder)).catch((cause: unknown) => {
    throw fail('desk.none', deskText.none(folder), { cause })
  })
  const parsed = v.safeParse(v.pipe(v.string(), v.transform(parseJson), schema), bytes.toString('utf8'))
  if (!parsed.success) throw fail('desk.damaged', deskText.damaged(fileIn(folder)))
  return parsed.output
}

export const writeDesk = (folder: string, desk: DeskFile): Promise<void> =>
  writeAtomically(fileIn(folder), `${JSON.stringify(desk, null, 2)}\n`)
