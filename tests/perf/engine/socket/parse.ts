import { hear } from '../heard'
import { parse } from '../wire'
import { serveReceiver } from './receive'

serveReceiver(() => ({ take: (frame) => hear(parse(frame).payload.market.length), touches: () => ({}) }))
