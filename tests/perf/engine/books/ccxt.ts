import { servePeer } from '../peer'
import { ccxtBooks } from './ccxt-book'
import { plainPeer } from './plain-peer'

servePeer(async ({ packages }) => plainPeer(await ccxtBooks(packages)))
