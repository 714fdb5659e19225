export type StateLook = 'live' | 'coming' | 'old' | 'refused' | 'quiet' | 'replay'

export type StatusAction = 'retry' | 'choose' | 'edit'

export interface Status<State extends string = string> {
  readonly state: State
  readonly word: string
  readonly look: StateLook
  readonly live: boolean
  readonly sentence: string
  readonly nextStep: string | null
  readonly nextTryAt: number | null
  readonly action: StatusAction | null
}
