import { fail, type ProblemError } from '#shared/domain/base/problem'
import type { KeychainReport, KeychainState } from '#shared/contract/connection/connections'

/** Where client secrets are kept, by the id of their profile. Nothing here may wait for ever or ask the person. */
export interface SecretStore {
  state(): Promise<KeychainReport>
  get(profileId: string): Promise<string | null>
  set(profileId: string, secret: string): Promise<void>
  delete(profileId: string): Promise<void>
}

const sessionInstead = 'A client secret can be kept for this session only.'

const sentences: Record<KeychainState, string> = {
  checking: 'The keychain is being asked.',
  ready: "Client secrets are kept in this computer's keychain.",
  absent: `This computer has no keychain that Leadline could use. ${sessionInstead}`,
  locked: `The keychain is locked. Unlock it and try again. ${sessionInstead}`,
  unanswering: `The keychain does not answer. ${sessionInstead}`
}

export const keychainReport = (state: KeychainState, sentence = sentences[state]): KeychainReport => ({
  state,
  sentence
})

export const noDefaultKeyring = `The keychain has no default keyring yet. Create one and try again. ${sessionInstead}`

export const keychainProblem = (report: KeychainReport, detail?: string): ProblemError =>
  fail(`keychain.${report.state}`, report.sentence, {
    retryable: true,
    ...(detail === undefined ? {} : { detail })
  })
