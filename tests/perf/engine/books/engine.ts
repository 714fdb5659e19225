import { servePeer } from '../peer'
import { enginePeer } from './engine-peer'

servePeer(enginePeer)
