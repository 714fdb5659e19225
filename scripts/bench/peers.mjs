import path from 'node:path'
import { ensureDependencies } from '../setup/dependencies.mjs'
import { root } from '../setup/paths.mjs'

const home = path.join(root, 'tests/perf/peers')

export const peersFolder = path.join(home, 'node_modules')

/** Packages that others wrote and that nothing but the benchmark needs are a package of their own. */
export const ensurePeers = () => ensureDependencies({ folder: home, label: 'Peers' })
