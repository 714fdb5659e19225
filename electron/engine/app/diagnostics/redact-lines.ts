import type { Redactor } from '../../base/log'

/** Characters redacted before yielding. */
const turnCharacters = 20_000

/** Redacts a long text in slices, so that the feed is not blocked. */
export async function redactLines(
  text: string,
  redactor: Pick<Redactor, 'redact'>,
  rest: () => Promise<void>
): Promise<string> {
  const done: string[] = []
  let block: string[] = []
  let size = 0
  for (const line of text.split('\n')) {
    block.push(line)
    size += line.length
    if (size < turnCharacters) continue
    done.push(redactor.redact(block.join('\n')))
    block = []
    size = 0
    await rest()
  }
  done.push(redactor.redact(block.join('\n')))
  return done.join('\n')
}
