import path from 'node:path'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, writeAtomically } from '../base/files'

const maxDays = 10_000
const maxBytes = 1024 * 1024

/** Such as 2026-11-24. */
const dayPattern = /^\d{4}-\d\d-\d\d$/

const schema = v.object({
  version: v.literal(1),
  days: v.pipe(v.array(v.pipe(v.string(), v.regex(dayPattern))), v.maxLength(maxDays))
})

/** Beside the log, for its days that the limits of age and size leave alone. */
export const pinsFile = (log: string): string => path.join(path.dirname(log), 'pinned.json')

/** A file that cannot be read is a problem: otherwise pinned days would be deleted. */
export async function readPins(log: string): Promise<ReadonlySet<string>> {
  const file = pinsFile(log)
  let text
  try {
    text = (await readPlainFile(file, maxBytes)).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return new Set()
    throw problem
  }
  const checked = v.safeParse(schema, parsed(text))
  if (!checked.success) throw fail('recording.pins', recordingText.pinsDamaged(file))
  return new Set(checked.output.days)
}

export async function changePins(log: string, days: readonly string[], pinned: boolean): Promise<void> {
  const pins = new Set(await readPins(log))
  for (const day of days) {
    if (pinned) pins.add(day)
    else pins.delete(day)
  }
  if (pins.size > maxDays) throw fail('recording.pins', recordingText.tooManyPins(maxDays))
  const content = { version: 1, days: [...pins].sort() }
  await writeAtomically(pinsFile(log), `${JSON.stringify(content, null, 2)}\n`)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, { values: maxDays + 10, strict: true })
  } catch {
    return null
  }
}
