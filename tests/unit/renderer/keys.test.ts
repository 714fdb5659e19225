import { describe, expect, it } from 'vitest'
import { commandIds, commands, type Command } from '../../../electron/shared/contract/commands'
import { keyCaps, matches, type Stroke } from '../../../renderer/lib/keys'

const stroke = (key: string, held: Partial<Omit<Stroke, 'key'>> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held
})

describe('CmdOrCtrl', () => {
  it('is Ctrl, and only Ctrl, on Linux and Windows', () => {
    expect(matches(stroke('k', { ctrlKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(true)
    expect(matches(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', 'win32')).toBe(false)
  })

  it('is Cmd, and only Cmd, on a Mac', () => {
    expect(matches(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', 'darwin')).toBe(true)
    expect(matches(stroke('k', { ctrlKey: true }), 'CmdOrCtrl+K', 'darwin')).toBe(false)
  })
})

it('wants exactly the keys that are named', () => {
  const held = { ctrlKey: true }
  expect(matches(stroke('k', { ...held, altKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(false)
  expect(matches(stroke('K', { ...held, shiftKey: true }), 'CmdOrCtrl+K', 'linux')).toBe(false)
  expect(matches(stroke('C', { ...held, shiftKey: true }), 'CmdOrCtrl+Shift+C', 'linux')).toBe(true)
  expect(matches(stroke('c', held), 'CmdOrCtrl+Shift+C', 'linux')).toBe(false)
})

it('takes signs that some keyboards write with Shift', () => {
  expect(matches(stroke('/', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+/', 'linux')).toBe(true)
  expect(matches(stroke('+', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+=', 'linux')).toBe(true)
  expect(matches(stroke('=', { ctrlKey: true }), 'CmdOrCtrl+=', 'linux')).toBe(true)
})

it('draws the caps as each system names them', () => {
  expect(keyCaps('CmdOrCtrl+Shift+C', 'linux')).toEqual(['Ctrl', 'Shift', 'C'])
  expect(keyCaps('CmdOrCtrl+Shift+C', 'darwin')).toEqual(['⇧', '⌘', 'C'])
  expect(keyCaps('F1', 'linux')).toEqual(['F1'])
  expect(keyCaps('Escape', 'linux')).toEqual(['Esc'])
})

it.each(['linux', 'darwin'])('gives no two commands the same key on %s', (platform) => {
  const taken = commandIds.flatMap((id) => {
    const { key, bareKey }: Command = commands[id]
    return [key, bareKey]
      .filter((each) => each !== undefined)
      .map((each) => keyCaps(each, platform).join(' '))
  })
  expect(new Set(taken).size).toBe(taken.length)
})
