import path from 'node:path'

/** The options of the command line. Chromium's own switches are ignored here. */
export interface Options {
  readonly userData: string | null
  /** Take a picture of every window, write it here, and end. */
  readonly shot: string | null
  /** Write the start-up marks here, and end. */
  readonly marks: string | null
  /** Messages a second from the local sandbox; null for its own choice. */
  readonly sandboxRate: number | null
}

export function readOptions(args: readonly string[], folder: string): Options {
  // The rest may be a link, which comes from outside.
  const mark = args.indexOf('--')
  const own = mark < 0 ? args : args.slice(0, mark)
  const valueOf = (name: string) => {
    const prefix = `--${name}=`
    return own.findLast((word) => word.startsWith(prefix))?.slice(prefix.length)
  }
  const pathOf = (name: string) => {
    const value = valueOf(name)
    return value ? path.resolve(folder, value) : null
  }
  const rate = Number(valueOf('sandbox-rate'))
  return {
    userData: pathOf('user-data'),
    shot: pathOf('shot'),
    marks: pathOf('marks'),
    sandboxRate: Number.isInteger(rate) && rate >= 1 && rate <= 50_000 ? rate : null
  }
}
