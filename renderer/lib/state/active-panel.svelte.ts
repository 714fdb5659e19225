interface ActiveHost {
  readonly name: string
  readonly market: string | null
  /** It draws a market, or is in a group that does. */
  readonly showsMarket: boolean
  /** In its whole group, or in it alone where it holds a market of its own. */
  readonly show: (market: string) => Promise<boolean>
}

/** The panel that a key or the palette means: the one that had the focus last in this window. */
export class ActivePanel {
  host = $state.raw<ActiveHost | null>(null)
}
