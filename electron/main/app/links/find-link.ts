import { linkScheme } from '#shared/domain/records/record-links'

/** Links are shorter; longer text is cut here and refused when it is parsed. */
const longest = 1000
const start = new RegExp(`^${linkScheme}:`, 'i')

/**
 * The link on a command line, as the system puts it there when it starts the app for one. The last one, since switches
 * of ours and of Chromium come first.
 */
export function linkAmong(args: readonly string[]): string | null {
  return args.findLast((word) => start.test(word))?.slice(0, longest) ?? null
}
