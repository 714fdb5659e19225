import './ui/base.css'
import { mount } from 'svelte'
import { createDesk, startDesk } from './lib/desk'
import App from './App.svelte'

const bridge = window.leadline
const target = document.getElementById('app')
if (!bridge || !target) throw new Error('The window was opened without its bridge.')

const desk = createDesk(bridge, window)
// Subscribes before main learns that the window is ready, so that no push is lost.
startDesk(desk, window)

const report = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const stack = error.stack?.slice(0, 8000)
  void bridge.call.app.reportError({
    message: error.message.slice(0, 2000),
    ...(stack === undefined ? {} : { stack })
  })
}
window.addEventListener('error', (event) => report(event.error ?? event.message))
window.addEventListener('unhandledrejection', (event) => report(event.reason))

mount(App, { target, props: { desk, report } })
