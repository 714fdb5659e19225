import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const collection = '/org/freedesktop/secrets/aliases/default'

export interface PrivateKeyring {
  readonly environment: NodeJS.ProcessEnv
  lock(): Promise<void>
  stop(): Promise<void>
}

/** A session bus of the test's own, with or without an unlocked gnome-keyring: others go on with theirs. */
export async function startPrivateKeyring(home: string, withKeyring = true): Promise<PrivateKeyring> {
  const folders = {
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    // A bus that finds no services cannot start one that the system has installed.
    ...(withKeyring ? {} : { XDG_DATA_DIRS: path.join(home, 'none') })
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { DBUS_SESSION_BUS_ADDRESS: _other, GNOME_KEYRING_CONTROL: _control, ...own } = process.env
  const base: NodeJS.ProcessEnv = { ...own, HOME: home, ...folders }
  const bus = await startBus(base)
  const environment = { ...base, DBUS_SESSION_BUS_ADDRESS: bus.address }
  const keyring = withKeyring
    ? await startKeyring(environment).catch(async (problem: unknown) => {
        await bus.stop()
        throw problem
      })
    : null
  return {
    environment,
    lock: async () => {
      await send(environment, '/org/freedesktop/secrets', [
        'org.freedesktop.Secret.Service.Lock',
        `array:objpath:${await defaultCollection(environment)}`
      ])
    },
    stop: async () => {
      await keyring?.stop()
      await bus.stop()
    }
  }
}

async function startBus(environment: NodeJS.ProcessEnv) {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const [address] = (await once(bus.stdout, 'data')) as [Buffer]
  return {
    address: address.toString().trim(),
    stop: async () => {
      const gone = once(bus, 'exit')
      bus.kill('SIGKILL')
      await gone
    }
  }
}

async function startKeyring(environment: NodeJS.ProcessEnv) {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  keyring.stdin.end('for this test')
  const stop = async () => {
    const gone = once(keyring, 'exit')
    keyring.kill('SIGKILL')
    await gone
  }
  try {
    const limit = Date.now() + 20_000
    while (!(await isUnlocked(environment))) {
      if (Date.now() > limit) throw new Error('The keyring of the test could not be unlocked.')
    }
  } catch (problem) {
    await stop()
    throw problem
  }
  return { stop }
}

async function isUnlocked(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const call = [
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked'
  ]
  return send(environment, collection, call).then(
    (said) => said.includes('boolean false'),
    () => false
  )
}

async function defaultCollection(environment: NodeJS.ProcessEnv): Promise<string> {
  const said = await send(environment, '/org/freedesktop/secrets', [
    'org.freedesktop.Secret.Service.ReadAlias',
    'string:default'
  ])
  return /object path "([^"]+)"/.exec(said)?.[1] ?? collection
}

async function send(env: NodeJS.ProcessEnv, object: string, call: readonly string[]): Promise<string> {
  const words = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', object, ...call]
  const { stdout } = await run('dbus-send', words, { env, timeout: 10_000 })
  return stdout
}
