import { choose, number, plural } from '#shared/messages/language'

export const uiText = choose({
  en: {
    cancel: 'Cancel',
    close: 'Close',
    closeNamed: (name: string) => `Close ${name}`,
    environment: {
      none: 'NOT CONNECTED',
      builtIn: 'LOCAL SANDBOX'
    },
    menuBack: (title: string) => `Back from ${title}`,
    tryAgain: 'Try again',
    newWindow: 'New window',
    newWindowAbout: 'Open in new window',
    notices: {
      more: (more: number) => `${number(more)} more ${plural(more, { one: 'notice', other: 'notices' })}`,
      fewer: 'Show fewer notices',
      hidden: (more: number) => `+${number(more)} more`,
      title: 'Notices',
      dismiss: 'Dismiss notice'
    },
    sort: {
      none: 'Click to sort',
      ascending: 'Sorted ascending',
      descending: 'Sorted descending'
    },
    qrTooLong: 'Too long for a QR code',
    state: {
      idle: 'Not connected',
      connecting: 'Connecting',
      connected: 'Connected',
      refused: 'Refused',
      failed: 'Failed'
    }
  }
})
