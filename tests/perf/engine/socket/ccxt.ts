import { ccxtBooks } from '../books/ccxt-book'
import { plainPeer } from '../books/plain-peer'
import { serveReceiver } from './receive'

serveReceiver(async ({ packages }) => plainPeer(await ccxtBooks(packages)))
