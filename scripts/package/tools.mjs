import { onPath } from '../setup/libraries.mjs'
import { run } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'

/** The Debian package of each program. */
const packages = { 'dpkg-deb': 'dpkg', rpmbuild: 'rpm', tar: 'tar', zstd: 'zstd' }

/**
 * Runs a packaging program of the system.
 * @param {keyof typeof packages} program
 * @param {string[]} args
 * @param {{ cwd: string, date: number }} options `date` in seconds: what the package says of its time
 */
export async function runTool(program, args, { cwd, date }) {
  if (!onPath(program))
    throw new SetupProblem(
      `The program ${program} is missing. On Debian: sudo apt-get install ${packages[program]}`
    )
  const outcome = await run(program, args, {
    cwd,
    milliseconds: 10 * 60_000,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date), LC_ALL: 'C' }
  })
  if (outcome.code !== 0)
    throw new SetupProblem(`${program} failed:\n${(outcome.output + outcome.errors).trim().slice(-2000)}`)
}
