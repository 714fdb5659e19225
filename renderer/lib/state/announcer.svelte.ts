import { untrack } from 'svelte'

/** Says to assistive technology what eyes see happen elsewhere on the screen. */
export class Announcer {
  sentence = $state('')

  say(sentence: string): void {
    // The same words twice would not be heard again: a no-break space makes them new.
    const last = untrack(() => this.sentence)
    this.sentence = sentence === last ? `${sentence}\u00a0` : sentence
  }
}
