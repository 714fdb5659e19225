import { alertSounds } from '#shared/contract/market/alerts'
import { Sounds } from './lib/sound'

// Whether a sound is wanted was decided before this page was opened; its address says which.
const sounds = new Sounds(() => true)

function play(): void {
  const [wanted] = location.hash.slice(1).split('/')
  const sound = alertSounds.find((each) => each === wanted)
  if (sound) void sounds.play(sound)
}

window.addEventListener('hashchange', play)
play()
