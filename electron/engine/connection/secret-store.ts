import { fail, type ProblemError } from '#shared/domain/base/problem'
import type { KeychainReport, KeychainState } from '#shared/contract/connection/connections'
import { keychainText } from '#shared/messages/profiles'

/** Where client secrets are kept, by the id of their profile. Nothing here may wait for ever or ask the person. */
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
