export type StateLook = 'live' | 'coming' | 'old' | 'refused' | 'quiet'

/** What a person can do about a state: try at once, pick a connection, or edit the one in use. */
export type StatusAction = 'retry' | 'choose' | 'edit'

/** A state as it is shown, wherever it is shown. */
export interface Status<State extends string = string> {
  readonly state: State
  /** One or two words for a badge. */
  readonly word: string
  readonly look: StateLook
  /** Figures are painted normally only while this is true. */
  readonly live: boolean
  readonly sentence: string
  readonly nextStep: string | null
  /** Milliseconds since the epoch. */
  readonly nextTryAt: number | null
  readonly action: StatusAction | null
}
