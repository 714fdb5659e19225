/** A problem shown as one sentence, without a stack. */
export class SetupProblem extends Error {
  /**
   * @param {string} sentence
   * @param {number} [exitCode]
   */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(line + '\n')
}

/**
 * Progress of one long step: a line that rewrites itself on a terminal, a line every few seconds elsewhere.
 * @param {string} label
 * @param {() => string} [look] the current progress, read repeatedly
 */
export function progress(label, look = () => '') {
  const started = Date.now()
  const rewrites = process.stdout.isTTY === true
  let newest = ''
  const show = () => {
    newest = look() || newest
    const seconds = Math.round((Date.now() - started) / 1000)
    const line = `${label} … ${newest ? newest + ', ' : ''}${seconds} s`
    if (rewrites) process.stdout.write(`\r\x1b[2K${line}`)
    else say(line)
  }
  if (rewrites) process.stdout.write(`${label} …`)
  else say(`${label} …`)
  const timer = setInterval(show, rewrites ? 250 : 5_000)
  const stop = () => {
    clearInterval(timer)
    if (rewrites) process.stdout.write('\r\x1b[2K')
  }
  return {
    /** @param {string} text */
    update(text) {
      newest = text
    },
    /** @param {string} result */
    done(result) {
      stop()
      say(`${label}: ${result} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    },
    failed() {
      stop()
    }
  }
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`

/**
 * Runs a script's main function and turns what it throws into a sentence and an exit code.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (error instanceof SetupProblem) {
      process.stderr.write(`\n${error.message}\n`)
      process.exitCode = error.exitCode
    } else {
      process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`)
      process.exitCode = 1
    }
  }
}
