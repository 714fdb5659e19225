import { BlockList, isIP } from 'node:net'

/** `none` is for addresses that no service has. */
export type Reach = 'public' | 'private' | 'loopback' | 'none'

const order: readonly Reach[] = ['public', 'private', 'loopback', 'none']

/** Never further inward. */
export const mayLead = (from: Reach, to: Reach) => to !== 'none' && order.indexOf(to) <= order.indexOf(from)

/** `public` if empty. */
export const innermost = (reaches: readonly Reach[]): Reach =>
  order.findLast((reach) => reaches.includes(reach)) ?? 'public'

const lists: readonly (readonly [Reach, BlockList])[] = [
  [
    'none',
    listOf([
      '0.0.0.0/8',
      // Link-local; in clouds it returns the machine's credentials.
      '169.254.0.0/16',
      '224.0.0.0/4',
      '240.0.0.0/4',
      '::/128',
      'fe80::/10',
      'ff00::/8',
      'fd00:ec2::254/128',
      // Teredo embeds an IPv4 address.
      '2001::/32',
      // The metadata service of another cloud.
      '100.100.100.200/32'
    ])
  ],
  ['loopback', listOf(['127.0.0.0/8', '::1/128'])],
  [
    'private',
    listOf([
      '10.0.0.0/8',
      '100.64.0.0/10',
      '172.16.0.0/12',
      '192.0.0.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      'fc00::/7',
      'fec0::/10',
      '64:ff9b:1::/48'
    ])
  ]
]

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

export function reachOfIp(text: string): Reach {
  const family = isIP(text)
  if (family === 0) return 'none'
  const inner = family === 6 ? embedded(text) : null
  if (inner !== null) return reachOfIp(inner)
  const found = lists.find(([, list]) => list.check(text, family === 6 ? 'ipv6' : 'ipv4'))
  return found?.[0] ?? 'public'
}

/** The embedded IPv4 address: mapped, compatible, NAT64 or 6to4. */
function embedded(text: string): string | null {
  const groups = groupsOf(text)
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  const at = (index: number) => {
    const [high = 0, low = 0] = groups.slice(index, index + 2)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  if (groups[0] === 0x2002) return at(1)
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return at(6)
  if (isZero(0, 5) && groups[5] === 0xffff) return at(6)
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return at(6)
  // `::` and `::1` embed no address.
  return isZero(0, 6) && (groups[6] !== 0 || groups[7]! > 1) ? at(6) : null
}

function groupsOf(text: string): number[] {
  // The URL parser normalizes every form to hexadecimal groups.
  const plain = new URL(`http://[${text.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(head), read(tail ?? '')]
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...new Array<number>(gap).fill(0), ...after]
}

const bareOf = (hostname: string) =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase()

/** Names other than those of local networks are `public`. */
export function reachOfHost(hostname: string): Reach {
  const bare = bareOf(hostname)
  if (isIP(bare)) return reachOfIp(bare)
  if (bare === 'localhost' || bare.endsWith('.localhost')) return 'loopback'
  if (bare === '') return 'none'
  return !bare.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(bare) ? 'private' : 'public'
}
