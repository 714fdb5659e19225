import { servePeer } from '../peer'
import { hubPeer } from './hub-peer'

servePeer(hubPeer)
