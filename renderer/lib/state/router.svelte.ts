import { views, type View } from '#shared/contract/workspace/views'

/** The route of the window: `#/connections/local-sandbox` is the view "connections" and the rest "local-sandbox". */
export class Router {
  view = $state<View>('connections')
  rest = $state('')

  constructor(private readonly page: Window) {
    this.read()
  }

  start(): () => void {
    const read = () => this.read()
    this.page.addEventListener('hashchange', read)
    return () => this.page.removeEventListener('hashchange', read)
  }

  go(view: View, rest = ''): void {
    this.page.location.hash = address(view, rest)
    // The event comes later, but code after a command must already see the new view.
    this.read()
  }

  private read(): void {
    const [view, ...rest] = this.page.location.hash.replace(/^#\//, '').split('/')
    const known = views.find((each) => each === view)
    if (!known) return
    this.view = known
    this.rest = decodeURIComponent(rest.join('/'))
  }
}

export const address = (view: View, rest = '') => `#/${view}${rest ? `/${encodeURIComponent(rest)}` : ''}`
