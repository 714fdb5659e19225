import type { MenuGroup, MenuItem } from '../ui/menu'

export const longText =
  'The service refused the request because this client is not allowed to read deposit addresses of other accounts. '

export const address = (index: number) =>
  `0x71C7656EC7ab88b098defB751B7401B5f6d8${String(index).padStart(4, '0')}`

const item = (label: string, rest: Partial<MenuItem> = {}): MenuItem => ({ label, run: () => {}, ...rest })

export const plainGroups: readonly MenuGroup[] = [{ items: [item('Copy price'), item('Set alert')] }]

export const manyGroups: readonly MenuGroup[] = [
  {
    items: [
      item('Maximize panel', { caps: ['F'] }),
      item('Open in new window', { caps: ['Ctrl', 'Shift', 'O'] })
    ]
  },
  {
    title: 'Link',
    items: [
      item('No link', { checked: true }),
      item('Group A', { checked: false, swatch: 'var(--link-a)' }),
      item('Group B', { checked: false, swatch: 'var(--link-b)' })
    ]
  },
  {
    title: 'Price axis',
    folded: true,
    items: [item('Linear prices', { checked: true }), item('Logarithmic prices', { checked: false })]
  },
  {
    items: [
      item('Copy as picture', { disabled: 'Nothing is drawn yet' }),
      item('Replace the panel with the one that was closed last in this workspace')
    ]
  }
]
