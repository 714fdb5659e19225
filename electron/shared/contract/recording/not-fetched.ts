/** What the desk shares of a time that a tool could not use, because it is not on this computer. */
export interface NotFetched {
  /** Bytes that are fetched if the user asks for them; 0 if there is nothing to ask for. */
  readonly bytes: number
  /** Why; null if it is only more than is fetched without being asked for. */
  readonly problem: string | null
}
