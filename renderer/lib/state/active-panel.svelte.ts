interface ActiveHost {
  readonly name: string
  readonly market: string | null
  /** It shows a market or is in a group that does. */
  readonly showsMarket: boolean
  /** In its whole group, or in it alone if it has its own market. */
  readonly show: (market: string) => Promise<boolean>
  readonly can: (action: 'evidence') => boolean
  readonly perform: (action: 'evidence') => unknown
}

/** The target of keys and of the palette: the last focused panel of this window. */
export class ActivePanel {
  host = $state.raw<ActiveHost | null>(null)
}
