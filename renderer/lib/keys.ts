import { libText } from '../messages/lib'
/** The part of a keyboard event that decides a match. */
export interface Stroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface Accelerator {
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const keyNames: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright'
}

const isMac = (platform: string) => platform === 'darwin'

function parse(accelerator: string, platform: string): Accelerator {
  const parts = accelerator.split('+').map((part) => part.toLowerCase())
  const last = parts.pop() ?? ''
  const has = (...names: string[]) => parts.some((part) => names.includes(part))
  const either = has('cmdorctrl', 'commandorcontrol')
  return {
    key: keyNames[last] ?? last,
    ctrl: has('ctrl', 'control') || (either && !isMac(platform)),
    meta: has('cmd', 'command', 'meta', 'super') || (either && isMac(platform)),
    alt: has('alt', 'option'),
    shift: has('shift')
  }
}

/** Keys such as `+` and `?` imply Shift. */
const saysShift = (key: string) => key.length === 1 && !/[a-z0-9]/i.test(key)

export function matches(stroke: Stroke, accelerator: string, platform: string): boolean {
  const wanted = parse(accelerator, platform)
  let key = stroke.key.toLowerCase()
  // Zoom in is on the = key, with or without the shift that makes it a plus.
  if (wanted.key === '=' && key === '+') key = '='
  if (key !== wanted.key) return false
  if (stroke.ctrlKey !== wanted.ctrl || stroke.metaKey !== wanted.meta || stroke.altKey !== wanted.alt) {
    return false
  }
  return stroke.shiftKey === wanted.shift || (saysShift(wanted.key) && !wanted.shift)
}

const macSigns: Readonly<Record<string, string>> = { ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' }
const shownKeys: Readonly<Record<string, string>> = {
  ' ': libText.keys.space,
  escape: libText.keys.escape,
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→'
}

/** The key caps of an accelerator, in this system's order. */
export function keyCaps(accelerator: string, platform: string): readonly string[] {
  const { key, ctrl, meta, alt, shift } = parse(accelerator, platform)
  const shown =
    shownKeys[key] ?? (key.length === 1 ? key.toUpperCase() : key[0]?.toUpperCase() + key.slice(1))
  const mac = isMac(platform)
  const caps: string[] = []
  if (ctrl) caps.push(mac ? macSigns['ctrl']! : libText.keys.control)
  if (alt) caps.push(mac ? macSigns['alt']! : libText.keys.alt)
  if (shift) caps.push(mac ? macSigns['shift']! : libText.keys.shift)
  if (meta) caps.push(mac ? macSigns['meta']! : libText.keys.meta)
  return [...caps, shown]
}

/** Whether the focus is in a text field, which gets bare keys. */
function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !/^(checkbox|radio|button|submit|reset|range)$/.test(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const pressable =
  'button, summary, a[href], input, [role="button"], [role="option"], [role="tab"], [role^="menuitem"], [role="switch"]'

/** Whether a bare key belongs to the focused text field, dialog, menu or control. */
export function takesKey(target: EventTarget | null, key: string): boolean {
  if (typesText(target)) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog, [popover]')) return true
  return key === ' ' && target.closest(pressable) !== null
}
