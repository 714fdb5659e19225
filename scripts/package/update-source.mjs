import { createPublicKey } from 'node:crypto'
import { SetupProblem } from '../setup/say.mjs'

/** @typedef {{ url: string, keys: string[] }} UpdateSource */

/** @param {string} text */
function isKey(text) {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/**
 * Where the packaged app looks for updates, and the public keys that it accepts; null if the package has no update source.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {UpdateSource | null}
 */
export function updateSource(environment) {
  const url = environment['LEADLINE_UPDATE_URL'] ?? ''
  const keys = (environment['LEADLINE_UPDATE_KEYS'] ?? '').split(',').filter((key) => key !== '')
  if (url === '' && keys.length === 0) return null
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new SetupProblem('LEADLINE_UPDATE_URL must be an https URL.')
  if (keys.length < 1 || keys.length > 2 || !keys.every(isKey))
    throw new SetupProblem(
      'LEADLINE_UPDATE_KEYS must be one or two Ed25519 public keys: the base64 of their PEM, without its first and last line, separated by a comma.'
    )
  return { url, keys }
}
