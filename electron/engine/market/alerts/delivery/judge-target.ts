import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { placeholders, type TargetDraft } from '#shared/contract/market/delivery'
import { fail } from '#shared/domain/base/problem'
import { deliveryText } from '#shared/messages/delivery'
import { isLoopback } from '../../../connection/addresses'

const text = deliveryText.target

/** The draft as it is stored; throws a sentence whose code names the field. */
export async function judgeTarget(
  draft: TargetDraft,
  platform: string = process.platform
): Promise<TargetDraft> {
  const name = draft.name.trim()
  if (name === '') throw fail('delivery.name', text.name)
  if (draft.kind === 'webhook') return { ...draft, name, url: judgeUrl(draft.url) }
  const { args } = draft
  const wrong = args.find((argument) => /[{}]/.test(argument) && !isPlaceholder(argument))
  if (wrong !== undefined) throw fail('delivery.args', text.argument(wrong, placeholders.join(' ')))
  return { ...draft, name, program: await judgeProgram(draft.program.trim(), platform) }
}

const isPlaceholder = (argument: string) => placeholders.some((each) => each === argument)

async function judgeProgram(program: string, platform: string): Promise<string> {
  const wrong = (sentence: string) => fail('delivery.program', sentence)
  if (program === '') throw wrong(text.programMissing)
  if (!path.isAbsolute(program) || program.includes('\0')) throw wrong(text.programRelative)
  // Their arguments are parsed again by cmd.exe.
  if (platform === 'win32' && /\.(bat|cmd)[\s.]*$/i.test(program)) throw wrong(text.programBatch)
  const found = await stat(program).catch(() => null)
  if (!found) throw wrong(text.programNotFound)
  const isRunnable = await access(program, constants.X_OK).then(
    () => found.isFile(),
    () => false
  )
  if (!isRunnable) throw wrong(text.programNotRunnable)
  return program
}

function judgeUrl(typed: string): string {
  const wrong = (sentence: string) => fail('delivery.url', sentence)
  const trimmed = typed.trim()
  if (!/^https?:\/\/[^/]/i.test(trimmed) || /[\s\\]/.test(trimmed) || !URL.canParse(trimmed))
    throw wrong(text.url)
  const url = new URL(trimmed)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw wrong(text.urlPlain)
  if (url.username !== '' || url.password !== '') throw wrong(text.urlCredentials)
  if (trimmed.includes('#')) throw wrong(text.urlFragment)
  return url.href
}
