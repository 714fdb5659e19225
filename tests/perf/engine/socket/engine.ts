import { enginePeer } from '../books/engine-peer'
import { ownSocket } from './own-socket'
import { serveReceiver } from './receive'

serveReceiver(enginePeer, ownSocket)
