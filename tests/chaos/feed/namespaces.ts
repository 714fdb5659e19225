import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

/** A network for benchmarks (RFC 2544), which nothing else uses. */
const firstAddress = (198 << 24) + (18 << 16)
const [networks, addressesEach] = [4096, 32]
let made = 0

/** One for each server, with links of their own to each other and to this computer; needs root and `ip` of iproute2. */
export class Namespaces {
  readonly #names: string[] = []

  private constructor(
    private readonly id: string,
    private readonly network: number
  ) {}

  /** Fails if they are not permitted. */
  static async create(count: number): Promise<Namespaces> {
    made += 1
    const namespaces = new Namespaces(`${process.pid}-${made}`, (process.pid * 7 + made) % networks)
    try {
      for (let server = 0; server < count; server += 1) await namespaces.#add(server)
    } catch (thrown) {
      namespaces.removeNow()
      throw thrown
    }
    return namespaces
  }

  /** To start a program there. */
  commandOf = (server: number): readonly string[] => ['ip', 'netns', 'exec', this.#names[server]!]

  /** Of a server on its link for clients, which can be cut. */
  clientHost = (server: number): string => this.#address(server, 0, 2)

  /** Of a server on a link that is never cut. */
  observerHost = (server: number): string => this.#address(server, 1, 2)

  /** Of a server on its link to another one. */
  routeHost = (server: number, from: number): string =>
    `10.0.${Math.min(server, from) * 16 + Math.max(server, from)}.${server < from ? 1 : 2}`

  /** What is on its way stays there, and arrives late if its connection still exists. */
  async cut(server: number, withClients: boolean): Promise<void> {
    for (const link of this.#linksOf(server, withClients)) await this.#set(server, link, 'down')
  }

  async restore(): Promise<void> {
    for (const server of this.#names.keys())
      for (const link of this.#linksOf(server, true)) await this.#set(server, link, 'up')
  }

  /** In an exit handler, too. Links end with them. */
  removeNow(): void {
    for (const name of this.#names.splice(0)) execFileSync('ip', ['netns', 'delete', name])
  }

  async #add(server: number): Promise<void> {
    const name = `leadline-${this.id}-${server}`
    await ip('netns', 'add', name)
    this.#names.push(name)
    await this.#set(server, 'lo', 'up')
    for (const [index, link] of ['clients', 'observers'].entries()) {
      const outer = `ll${this.network}-${server}-${index}`
      await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', link, 'netns', name)
      await ip('address', 'add', `${this.#address(server, index, 1)}/30`, 'dev', outer)
      await ip('link', 'set', outer, 'up')
      await ip('-n', name, 'address', 'add', `${this.#address(server, index, 2)}/30`, 'dev', link)
      await this.#set(server, link, 'up')
    }
    for (let other = 0; other < server; other += 1) await this.#join(other, server)
  }

  async #join(one: number, other: number): Promise<void> {
    const [name, peer] = [this.#names[one]!, this.#names[other]!]
    const link = ['type', 'veth', 'peer', 'name', `server${one}`, 'netns', peer]
    await ip('-n', name, 'link', 'add', `server${other}`, ...link)
    for (const [from, to] of [
      [one, other],
      [other, one]
    ] as const) {
      const address = `${this.routeHost(from, to)}/30`
      await ip('-n', this.#names[from]!, 'address', 'add', address, 'dev', `server${to}`)
      await this.#set(from, `server${to}`, 'up')
    }
  }

  #linksOf(server: number, withClients: boolean): string[] {
    const routes = [...this.#names.keys()]
      .filter((other) => other !== server)
      .map((other) => `server${other}`)
    return withClients ? [...routes, 'clients'] : routes
  }

  #set = (server: number, link: string, state: 'up' | 'down') =>
    ip('-n', this.#names[server]!, 'link', 'set', link, state)

  #address(server: number, link: number, end: 1 | 2): string {
    const value = firstAddress + this.network * addressesEach + (server * 2 + link) * 4 + end
    return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
  }
}
