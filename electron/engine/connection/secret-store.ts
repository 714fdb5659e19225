import { fail, type ProblemError } from '#shared/domain/base/problem'
import type { KeychainReport, KeychainState } from '#shared/contract/connection/connections'
import { keychainText } from '#shared/messages/profiles'

/** Client secrets by profile ID. Must not block or prompt. */
export interface SecretStore {
  state(): Promise<KeychainReport>
  get(profileId: string): Promise<string | null>
  set(profileId: string, secret: string): Promise<void>
  delete(profileId: string): Promise<void>
}

export const keychainReport = (
  state: KeychainState,
  sentence = keychainText.states[state]
): KeychainReport => ({
  state,
  sentence
})

export const keychainProblem = (report: KeychainReport, detail?: string): ProblemError =>
  fail(`keychain.${report.state}`, report.sentence, {
    retryable: true,
    ...(detail === undefined ? {} : { detail })
  })
