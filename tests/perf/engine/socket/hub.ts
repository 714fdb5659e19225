import { hubPeer } from '../books/hub-peer'
import { ownSocket } from './own-socket'
import { serveReceiver } from './receive'

serveReceiver(hubPeer, ownSocket)
