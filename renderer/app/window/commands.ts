import { localSandboxId } from '#shared/contract/connection/connections'
import type { Desk } from '../../lib/desk'
import { valueOf } from '../../lib/client'
import { backUp } from '../../lib/back-up'
import type { ConnectionEditor } from '../connections/editor.svelte'
import { windowText } from '../../messages/app'

/** The open parts of the shell. */
export interface ShellParts {
  palette: boolean
  shortcuts: boolean
  about: boolean
  whatsNew: boolean
  notices: boolean
  reset: boolean
  guide: boolean
}

const when = (hindrance: boolean, why: string) => () => (hindrance ? why : null)

/** Returns the function that unbinds them. */
export function bindCommands(desk: Desk, editor: ConnectionEditor, parts: ShellParts): () => void {
  const { settings, connections, router, bridge, commands, announcer } = desk
  const zoom = (direction: 1 | -1) => ({
    run: async () => {
      const step = settings.zoomStep(direction)
      if (step === null) return
      await settings.change({ zoom: step })
      announcer.say(windowText.zoom(step))
    },
    disabled: () => when(settings.zoomStep(direction) === null, windowText.unavailable.zoom)()
  })
  const showAlone = (part: keyof ShellParts) => () => {
    if (part !== 'guide')
      parts.palette = parts.shortcuts = parts.about = parts.whatsNew = parts.notices = parts.reset = false
    parts[part] = true
  }

  return commands.bind({
    'palette.open': { run: showAlone('palette') },
    'go.addresses': { run: () => router.go('addresses') },
    'go.conversions': { run: () => router.go('conversions') },
    'go.statements': { run: () => router.go('statements') },
    'go.connections': { run: () => router.go('connections') },
    'go.settings': { run: () => router.go('settings') },
    'view.search': {
      run: () => searchField()?.focus(),
      disabled: () => when(!searchField(), windowText.unavailable.search)()
    },
    'connections.add': {
      run: () => {
        router.go('connections')
        editor.ask(null)
      }
    },
    'connections.connectSandbox': {
      run: () => connections.connect(localSandboxId),
      disabled: () => {
        const { profileId, phase } = connections.status
        return when(profileId === localSandboxId && phase === 'connected', windowText.unavailable.connect)()
      }
    },
    'connections.disconnect': {
      run: () => connections.disconnect(),
      disabled: () => when(connections.status.phase === 'idle', windowText.unavailable.disconnect)()
    },
    'theme.dark': { run: () => settings.change({ theme: 'dark' }) },
    'theme.light': { run: () => settings.change({ theme: 'light' }) },
    'theme.system': { run: () => settings.change({ theme: 'system' }) },
    'palette.standard': { run: () => settings.change({ palette: 'standard' }) },
    'palette.colourBlind': { run: () => settings.change({ palette: 'colour-blind' }) },
    'clock.toggle': { run: () => settings.change({ clock: settings.now.clock === 'utc' ? 'local' : 'utc' }) },
    'motion.toggle': {
      run: () => settings.change({ motion: settings.now.motion === 'reduced' ? 'full' : 'reduced' })
    },
    'sounds.toggle': {
      run: async () => {
        await settings.change({ sounds: !settings.now.sounds })
        await desk.sounds.play('confirm')
      }
    },
    'zoom.in': zoom(1),
    'zoom.out': zoom(-1),
    'zoom.reset': { run: () => settings.change({ zoom: 100 }) },
    'window.new': { run: () => valueOf(bridge.call.windows.open({ view: router.view })) },
    'window.onTop': { run: () => desk.window.stayOnTop(!desk.window.onTop) },
    'window.fullScreen': { run: () => valueOf(bridge.call.windows.toggleFullScreen()) },
    'window.close': { run: () => valueOf(bridge.call.windows.close()) },
    'notices.open': { run: showAlone('notices') },
    'help.open': { run: () => router.go('help') },
    'help.shortcuts': { run: showAlone('shortcuts') },
    'help.guide': { run: showAlone('guide') },
    'help.privacy': { run: () => router.go('help', 'privacy') },
    'help.licences': { run: () => router.go('help', 'licences') },
    'help.whatsNew': { run: showAlone('whatsNew') },
    'help.about': { run: showAlone('about') },
    'data.backUp': { run: () => backUp(desk) },
    'settings.reset': { run: showAlone('reset') },
    'app.quit': { run: () => valueOf(bridge.call.app.quit()) }
  })
}

const searchField = () => document.querySelector<HTMLInputElement>('main [data-search]')
