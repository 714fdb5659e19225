import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { callBus, startBus, startKeyring } from '../../../scripts/testing/keyring.mjs'

export interface PrivateKeyring {
  readonly environment: NodeJS.ProcessEnv
  lock(): Promise<void>
  stop(): Promise<void>
}

/** A private session bus, optionally with an unlocked keyring. */
export async function startPrivateKeyring(home: string, withKeyring = true): Promise<PrivateKeyring> {
  const folders = {
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    // Hides installed services.
    ...(withKeyring ? {} : { XDG_DATA_DIRS: path.join(home, 'none') })
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { DBUS_SESSION_BUS_ADDRESS: _other, GNOME_KEYRING_CONTROL: _control, ...own } = process.env
  const base: NodeJS.ProcessEnv = { ...own, HOME: home, ...folders }
  const bus = await startBus(base)
  const environment = { ...base, DBUS_SESSION_BUS_ADDRESS: bus.address }
  const stopKeyring = withKeyring
    ? await startKeyring(environment).catch(async (problem: unknown) => {
        await bus.stop()
        throw problem
      })
    : null
  return {
    environment,
    lock: async () => {
      await callSecrets(environment, 'Lock', `array:objpath:${await defaultCollection(environment)}`)
    },
    stop: async () => {
      await stopKeyring?.()
      await bus.stop()
    }
  }
}

async function defaultCollection(environment: NodeJS.ProcessEnv): Promise<string> {
  const reply = await callSecrets(environment, 'ReadAlias', 'string:default')
  return /object path "([^"]+)"/.exec(reply)?.[1] ?? '/org/freedesktop/secrets/aliases/default'
}

const callSecrets = (environment: NodeJS.ProcessEnv, method: string, argument: string) =>
  callBus(environment, [
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    `org.freedesktop.Secret.Service.${method}`,
    argument
  ])
