import { sink } from '../sink'
import { parse } from '../wire'
import { serveReceiver } from './receive'

serveReceiver(() => ({ take: (frame) => sink(parse(frame).payload.market.length), touches: () => ({}) }))
