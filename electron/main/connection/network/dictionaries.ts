import { app, type Session } from 'electron'

/**
 * Chromium fetches spelling dictionaries from its maker for every session that comes up, used or not, and switching
 * the checker off is not enough: it must have no language. Called before any session exists.
 */
export function setUpNoDictionaries() {
  app.on('session-created', (created: Session) => {
    created.setSpellCheckerLanguages([])
    created.setSpellCheckerEnabled(false)
  })
}
