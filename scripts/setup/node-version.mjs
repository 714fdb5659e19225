import { SetupProblem } from './say.mjs'

/** @param {string} version */
export function newEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

export function checkNodeVersion(version = process.version) {
  if (!newEnough(version)) {
    throw new SetupProblem(
      `Leadline needs Node 20.19 or newer, and this is ${version}. See https://nodejs.org.`
    )
  }
}
