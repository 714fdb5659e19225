import { describe, expect, it } from 'vitest'
import {
  commandIds,
  commands,
  commandSections,
  type Command,
  type CommandId
} from '#shared/contract/app/commands'
import { shortcutLines } from '#renderer/app/help/shortcuts'
import { keyCaps, matches, type Stroke } from '#renderer/lib/keys'

const stroke = (key: string, held: Partial<Omit<Stroke, 'key'>> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held
})

describe('CmdOrCtrl', () => {
  it('is only Ctrl on Linux and Windows', () => {
    expect(matches(stroke('k', { ctrlKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(true)
    expect(matches(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', 'win32')).toBe(false)
  })

  it('is only Cmd on macOS', () => {
    expect(matches(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', 'darwin')).toBe(true)
    expect(matches(stroke('k', { ctrlKey: true }), 'CmdOrCtrl+K', 'darwin')).toBe(false)
  })
})

it('requires exactly the named keys', () => {
  const held = { ctrlKey: true }
  expect(matches(stroke('k', { ...held, altKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(false)
  expect(matches(stroke('K', { ...held, shiftKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(false)
  expect(matches(stroke('C', { ...held, shiftKey: true }), 'CmdOrCtrl+Shift+C', 'linux')).toBe(true)
  expect(matches(stroke('c', held), 'CmdOrCtrl+Shift+C', 'linux')).toBe(false)
})

it('accepts characters typed with Shift', () => {
  expect(matches(stroke('/', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+/', 'linux')).toBe(true)
  expect(matches(stroke('+', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+=', 'linux')).toBe(true)
  expect(matches(stroke('=', { ctrlKey: true }), 'CmdOrCtrl+=', 'linux')).toBe(true)
})

it('shows keys as on each system', () => {
  expect(keyCaps('CmdOrCtrl+Shift+C', 'linux')).toEqual(['Ctrl', 'Shift', 'C'])
  expect(keyCaps('CmdOrCtrl+Shift+C', 'darwin')).toEqual(['⇧', '⌘', 'C'])
  expect(keyCaps('F1', 'linux')).toEqual(['F1'])
  expect(keyCaps('Escape', 'linux')).toEqual(['Esc'])
})

it.each(['linux', 'darwin'])('gives no two commands the same key on %s', (platform) => {
  const keysOf = (ids: readonly CommandId[]) =>
    ids.flatMap((id) => {
      const { key, bareKey } = commands[id]
      return [key, bareKey]
        .filter((each) => each !== undefined)
        .map((each) => keyCaps(each, platform).join(' '))
    })
  const isReplayed = (id: CommandId) => commands[id].when === 'replay'
  // In a replay, its own keys come first.
  for (const ids of [commandIds.filter((id) => !isReplayed(id)), commandIds.filter(isReplayed)])
    expect(new Set(keysOf(ids)).size).toBe(keysOf(ids).length)
})

/** Modifiers in order, then the key. */
const strokesOf = (platform: string) =>
  commandIds.flatMap((id) => {
    const { key, bareKey }: Command = commands[id]
    const written = key ?? bareKey
    return written === undefined ? [] : [{ id, bare: key === undefined, caps: keyCaps(written, platform) }]
  })

describe('command keys', () => {
  const linux = strokesOf('linux')

  it('do not replace editing, navigation and system keys', () => {
    const taken =
      'Ctrl A,Ctrl C,Ctrl V,Ctrl X,Ctrl Z,Ctrl Y,Ctrl ←,Ctrl →,Ctrl ↑,Ctrl ↓,Ctrl Shift ←,Ctrl Shift →,' +
      'Ctrl Shift Z,Alt F4,Ctrl Shift I,F10,F12,Tab,Shift Tab,Esc,Enter,Ctrl Enter'
    const forbidden = new Set(taken.split(','))
    // Bare keys are inactive while typing.
    for (const { id, bare, caps } of linux) if (!bare) expect(forbidden.has(caps.join(' ')), id).toBe(false)
  })

  it('never combine Ctrl and Alt', () => {
    for (const { id, caps } of linux) expect(caps.includes('Ctrl') && caps.includes('Alt'), id).toBe(false)
  })

  it('need a modifier, unless bare or function keys', () => {
    for (const { id, bare, caps } of linux) {
      if (bare) continue
      expect(/^F\d+$/.test(caps.at(-1)!) || caps.includes('Ctrl') || caps.includes('Alt'), id).toBe(true)
    }
  })
})

it('are listed by section, with one line for nine workspaces', () => {
  const registry = commandIds.map((id) => {
    const command: Command = commands[id]
    const key = command.key ?? command.bareKey
    return { ...command, id, caps: key ? keyCaps(key, 'linux') : [], disabled: null }
  })
  const lines = shortcutLines(registry)
  expect(lines.filter(({ title }) => title.startsWith('Workspace '))).toEqual([
    { title: 'Workspace 1 to 9', section: 'workspace', caps: ['Ctrl', '1', '…', '9'] }
  ])
  expect(lines.find(({ title }) => title === 'Move panel')?.caps).toEqual('Ctrl Shift ← → ↑ ↓'.split(' '))
  // Nine workspaces and four directions share lines.
  const keyed = registry.filter(({ caps }) => caps.length > 0)
  expect(lines).toHaveLength(keyed.length - 8 - 3 * 3)
  expect(new Set(Object.values(commands).map(({ section }) => section))).toEqual(
    new Set(Object.keys(commandSections))
  )
})
