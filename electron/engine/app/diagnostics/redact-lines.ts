import type { Redactor } from '../../base/log'

/** So much text is redacted before others get a turn. */
const turnCharacters = 20_000

/** A long text with its secrets struck out, some lines at a time, so that the feed is not held up meanwhile. */
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
