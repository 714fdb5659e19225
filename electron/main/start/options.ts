import path from 'node:path'

/** What was asked for on the command line. Chromium's own switches pass by untouched. */
export interface Options {
  readonly userData: string | null
  /** Take a picture of every window, write it here, and end. */
  readonly shot: string | null
  /** Write the start-up marks here, and end. */
  readonly marks: string | null
}

export function readOptions(words: readonly string[], folder: string): Options {
  // Behind the mark stands what somebody else may have written: a link.
  const mark = words.indexOf('--')
  const own = mark < 0 ? words : words.slice(0, mark)
  const valueOf = (name: string) => {
    const prefix = `--${name}=`
    const value = own.findLast((word) => word.startsWith(prefix))?.slice(prefix.length)
    return value ? path.resolve(folder, value) : null
  }
  return { userData: valueOf('user-data'), shot: valueOf('shot'), marks: valueOf('marks') }
}
