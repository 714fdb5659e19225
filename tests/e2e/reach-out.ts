/** Every way to reach a server, as `ADDRESS/KIND`. */
export const kinds = [
  'fetch',
  'xhr',
  'websocket',
  'eventsource',
  'beacon',
  'image',
  'media',
  'font',
  'script',
  'module',
  'style',
  'worker',
  'frame',
  'object',
  'form',
  'prefetch',
  'preload'
] as const

/** Runs in a page; the server records success. */
export function reachOut({ address, kinds }: { address: string; kinds: readonly string[] }): void {
  const put = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
    return element
  }
  const ways: Record<string, (target: string) => unknown> = {
    fetch: (target) => fetch(target, { mode: 'no-cors' }).catch(() => {}),
    xhr(target) {
      const request = new XMLHttpRequest()
      request.open('GET', target)
      request.send()
    },
    websocket: (target) => new WebSocket(target.replace('http', 'ws')),
    eventsource: (target) => new EventSource(target),
    beacon: (target) => navigator.sendBeacon(target, 'x'),
    image: (src) => put('img', { src }),
    media: (src) => put('audio', { src, preload: 'auto' }),
    font: (target) => new FontFace('reach', `url(${target})`).load().catch(() => {}),
    script: (src) => put('script', { src }),
    module: (src) => put('script', { src, type: 'module' }),
    style: (href) => put('link', { rel: 'stylesheet', href }),
    worker: (target) => new Worker(target),
    frame: (src) => put('iframe', { src }),
    object: (data) => put('object', { data, type: 'text/html' }),
    form(action) {
      put('iframe', { name: 'form-target' })
      const form = put('form', { action, method: 'post', target: 'form-target' })
      if (form instanceof HTMLFormElement) form.submit()
    },
    prefetch: (href) => put('link', { rel: 'prefetch', href }),
    preload: (href) => put('link', { rel: 'preload', as: 'script', href })
  }
  for (const kind of kinds) {
    try {
      ways[kind]?.(`${address}/${kind}`)
    } catch {
      // Refused at once.
    }
  }
}
