import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAutostart } from '#engine/app/login/index'
import { execOf, programIn } from '#engine/app/login/desktop-entry'

let home: string
let system: string
let program: string
const file = () => path.join(home, '.config/autostart/leadline.desktop')
const ports = (more: Record<string, string> = {}) => ({
  environment: { XDG_CONFIG_DIRS: system, PATH: path.dirname(program), ...more },
  home,
  program
})
const autostart = (more?: Record<string, string>) => createAutostart(ports(more))
const read = async () => (await autostart().read()).kind
const change = async (on: boolean) => (await autostart().change(on)).kind
const text = () => readFile(file(), 'utf8')
const put = async (content: string, place = file()) => {
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, content)
}
const lines = (...entries: string[]) => ['[Desktop Entry]', 'Type=Application', ...entries, ''].join('\n')

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'leadline-login-'))
  system = path.join(home, 'xdg')
  program = path.join(home, 'app/leadline')
  await put('', program)
  await chmod(program, 0o755)
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('start at login', () => {
  it('is a file of the desktop, private and without traces once it is off', async () => {
    expect(await read()).toBe('off')
    expect(await change(true)).toBe('on')
    expect(await text()).toContain(`Exec=${program} --start-in-tray\n`)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await change(false)).toBe('off')
    await expect(text()).rejects.toThrow('ENOENT')
  })

  it('follows XDG_CONFIG_HOME unless it is relative', async () => {
    const folder = path.join(home, 'elsewhere')
    await autostart({ XDG_CONFIG_HOME: folder }).change(true)
    expect(await readFile(path.join(folder, 'autostart/leadline.desktop'), 'utf8')).toContain('Exec=')
    expect(await read()).toBe('off')
    await autostart({ XDG_CONFIG_HOME: 'relative' }).change(true)
    expect(await read()).toBe('on')
  })

  it('shows what the system has', async () => {
    await change(true)
    const own = await text()
    await put(`${own}Hidden=true\n`)
    expect(await read()).toBe('off')
    await put(own.replace('enabled=true', 'enabled=false'))
    expect(await read()).toBe('off')
    // Keys of another group do not count.
    await put(`${own}\n[Desktop Action one]\nHidden=true\n`)
    expect(await read()).toBe('on')
    await rm(file())
    expect(await read()).toBe('off')
  })

  it('keeps the edits of the user', async () => {
    await change(true)
    await put(`# mine\n${await text()}X-GNOME-Autostart-Delay=20\n[Desktop Action one]\nHidden=true\n`)
    expect(await change(false)).toBe('off')
    expect(await text()).toMatch(/^# mine\n\[Desktop Entry\]\nHidden=true\n[^]*Delay=20\n/)
    expect(await change(true)).toBe('on')
    expect(await text()).toMatch(
      /^# mine\n\[Desktop Entry\]\nType[^]*Delay=20\n\[Desktop Action one\]\nHidden=true\n$/
    )
    await put(lines('Exec=leadline --user-data=/srv/desk', 'Hidden=true'))
    expect(await change(true)).toBe('on')
    expect(await text()).toBe(lines('Exec=leadline --user-data=/srv/desk'))
  })

  it('changes neither the file of another program, nor what cannot be read', async () => {
    const foreign = [lines('Exec=/usr/bin/other'), 'not an entry', '', '\0'.repeat(100), 'x'.repeat(100_000)]
    for (const content of foreign) {
      await put(content)
      expect(await autostart().read()).toEqual({ kind: 'blocked', file: file() })
      for (const on of [true, false]) expect(await change(on)).toBe('blocked')
      expect(await text()).toBe(content)
    }
    await rm(file())
    await mkdir(file())
    expect(await change(true)).toBe('blocked')
  })

  it('names another copy, and starts this one once it is turned on again', async () => {
    const other = path.join(home, 'older copy/leadline')
    await put(lines(`Exec="${other}" --start-in-tray`))
    expect(await autostart().read()).toEqual({ kind: 'other-copy', program: other })
    expect(await change(false)).toBe('off')
    expect(await change(true)).toBe('on')
    expect(await text()).not.toContain('older copy')
    await rm(file())
    // A link to this copy is this copy.
    const link = path.join(home, 'bin/leadline')
    await mkdir(path.dirname(link))
    await symlink(program, link)
    await put(lines(`Exec=${link}`))
    expect(await read()).toBe('on')
  })

  it('never changes the target of a link', async () => {
    const menu = path.join(home, 'applications/leadline.desktop')
    const entry = lines('Name=Leadline', 'Exec=leadline %U')
    await put(entry, menu)
    await mkdir(path.dirname(file()), { recursive: true })
    await symlink(menu, file())
    expect(await read()).toBe('on')
    expect(await change(false)).toBe('off')
    await expect(lstat(file())).rejects.toThrow('ENOENT')

    // A link to another copy becomes a file that starts this one.
    const older = lines('Exec=/srv/older/leadline')
    await put(older, menu)
    await symlink(menu, file())
    expect(await read()).toBe('other-copy')
    expect(await change(true)).toBe('on')
    expect((await lstat(file())).isFile()).toBe(true)
    expect(await readFile(menu, 'utf8')).toBe(older)
  })

  it('overrides a file of the system instead of the target of a link', async () => {
    const inSystem = path.join(system, 'autostart/leadline.desktop')
    const entry = lines('Exec=leadline')
    await put(entry, inSystem)
    await mkdir(path.dirname(file()), { recursive: true })
    await symlink(inSystem, file())
    expect(await change(false)).toBe('off')
    expect((await lstat(file())).isFile()).toBe(true)
    expect(await readFile(inSystem, 'utf8')).toBe(entry)
    expect(await change(true)).toBe('on')
    expect(await readFile(inSystem, 'utf8')).toBe(entry)
  })

  it('applies the last of several changes', async () => {
    const switches = autostart()
    const states = await Promise.all([switches.change(true), switches.change(false), switches.read()])
    expect(states.map(({ kind }) => kind)).toEqual(['on', 'off', 'off'])
    expect(await read()).toBe('off')
    await Promise.all([switches.change(false), switches.change(true)])
    expect(await read()).toBe('on')
  })

  it('finds a program by its name in PATH, and by no other relative path', async () => {
    await put(lines('Exec=leadline'))
    expect(await read()).toBe('on')
    expect(await autostart({ PATH: path.join(home, 'empty') }).read()).toMatchObject({ kind: 'other-copy' })
    for (const exec of ['./leadline', 'bin/leadline']) {
      await put(lines(`Exec=${exec}`))
      expect(await autostart().read()).toEqual({ kind: 'other-copy', program: exec })
    }
  })

  it('is off if the program of TryExec is missing', async () => {
    for (const required of [path.join(home, 'gone/leadline'), 'gone', file(), path.dirname(program)]) {
      await put(lines('Exec=leadline --user-data=/srv/desk', `TryExec=${required}`))
      expect(await read()).toBe('off')
      expect(await change(true)).toBe('on')
      expect(await text()).toContain('Exec=leadline --user-data=/srv/desk\n')
    }
    await put(lines('Exec=leadline', 'TryExec=leadline'))
    expect(await read()).toBe('on')
  })

  it('is switched off although a file of the system cannot be read', async () => {
    await mkdir(path.join(system, 'autostart/leadline.desktop'), { recursive: true })
    await put(lines(`Exec=${program}`))
    expect(await change(false)).toBe('off')
    expect(await text()).toContain('Hidden=true')
  })

  it('overrides a file of the system', async () => {
    await put(lines('Exec=leadline'), path.join(system, 'autostart/leadline.desktop'))
    expect(await read()).toBe('on')
    expect(await change(false)).toBe('off')
    expect(await text()).toContain('Hidden=true')
    expect(await change(true)).toBe('on')
    expect(await change(false)).toBe('off')
  })

  it('quotes any program', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string(), (name, argument) => {
        const exec = execOf([name, argument])
        expect(exec).not.toContain('\n')
        expect(programIn(exec)).toBe(name)
      })
    )
  })
})
