import { homedir } from 'node:os'
import { app } from 'electron'
import { createAutostart, quietOption, type AutostartState } from '#engine/app/login/index'
import type { LoginState } from '#shared/contract/app/login'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { loginText } from '#shared/messages/app-process'

const { platform } = process

/** The system has the setting: it can be changed there too. */
export function setUpLogin(): FeatureHandlers<'login'> {
  if (!app.isPackaged) {
    const state: LoginState = { on: false, canChange: false, sentence: loginText.notInstalled }
    return { read: () => state, change: () => state }
  }
  return platform === 'linux' ? autostart() : loginItems()
}

function autostart(): FeatureHandlers<'login'> {
  const entry = createAutostart({ environment: process.env, home: homedir(), program: process.execPath })
  return {
    read: async () => shown(await entry.read()),
    async change({ on }) {
      try {
        return shown(await entry.change(on))
      } catch (problem) {
        throw fail('login.not-saved', loginText.notSaved, { retryable: true, cause: problem })
      }
    }
  }
}

function shown(state: AutostartState): LoginState {
  if (state.kind === 'blocked')
    return { on: false, canChange: false, sentence: loginText.blocked(state.file) }
  if (state.kind === 'other-copy')
    return { on: true, canChange: true, sentence: loginText.otherCopy(state.program) }
  return { on: state.kind === 'on', canChange: true, sentence: loginText.inTray }
}

function loginItems(): FeatureHandlers<'login'> {
  const item = platform === 'win32' ? { path: process.execPath, args: [quietOption] } : {}
  const sentence = platform === 'win32' ? loginText.inTray : loginText.inDock
  const read = (): LoginState => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item)
    // On Windows, the Task Manager can disable it.
    const on = openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
    return { on, canChange: true, sentence }
  }
  return {
    read,
    change({ on }) {
      app.setLoginItemSettings({ ...item, openAtLogin: on })
      return read()
    }
  }
}

/** Whether to start without windows. macOS starts login items without options. */
export const startsQuietly = (startInTray: boolean): boolean =>
  startInTray || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
