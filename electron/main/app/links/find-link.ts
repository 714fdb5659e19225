import { linkScheme } from '#shared/domain/records/record-links'

/** Longer text is cut and then refused by the parser. */
const maxLength = 1000
const start = new RegExp(`^${linkScheme}:`, 'i')

/** The link passed by the system; the last one, because switches come first. */
export function linkAmong(args: readonly string[]): string | null {
  return args.findLast((arg) => start.test(arg))?.slice(0, maxLength) ?? null
}
