import { app, type Session } from 'electron'

/**
 * Chromium downloads spelling dictionaries for every session unless it has no language. Call before any session
 * exists.
 */
export function setUpNoDictionaries() {
  app.on('session-created', (created: Session) => {
    created.setSpellCheckerLanguages([])
    created.setSpellCheckerEnabled(false)
  })
}
