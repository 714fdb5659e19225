import { plainPeer } from '../books/plain-peer'
import { sortedBook } from '../books/sorted-book'
import { serveReceiver } from './receive'

serveReceiver(() => plainPeer(sortedBook))
