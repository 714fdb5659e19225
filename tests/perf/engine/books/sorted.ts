import { servePeer } from '../peer'
import { plainPeer } from './plain-peer'
import { sortedBook } from './sorted-book'

servePeer(() => plainPeer(sortedBook))
