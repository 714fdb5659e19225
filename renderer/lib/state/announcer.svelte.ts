import { untrack } from 'svelte'

/** Announces changes elsewhere on the screen to assistive technology. */
export class Announcer {
  sentence = $state('')

  say(sentence: string): void {
    // A no-break space makes screen readers announce the same text again.
    const last = untrack(() => this.sentence)
    this.sentence = sentence === last ? `${sentence}\u00a0` : sentence
  }
}
