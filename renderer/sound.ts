import { alertSounds } from '#shared/contract/market/alerts'
import { Sounds } from './lib/sound'

// The caller decided that a sound is wanted; the URL names it.
const sounds = new Sounds(() => true)

function play(): void {
  const [wanted] = location.hash.slice(1).split('/')
  const sound = alertSounds.find((each) => each === wanted)
  if (sound) void sounds.play(sound)
}

window.addEventListener('hashchange', play)
play()
