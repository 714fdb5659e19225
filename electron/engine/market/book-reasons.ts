/** Why a book is not live. */
export const bookReasons = {
  lost: 'The connection was lost.',
  reconnected: 'Reconnected; waiting for a new snapshot.',
  noSnapshot: 'The service confirmed the subscription but has sent no snapshot.',
  notConfirmed: 'The service has not confirmed the subscription.',
  unreadable: 'A message of this market could not be read.',
  olderSnapshot: 'A snapshot came that was older than the book.',
  overflow: 'More updates came before the snapshot than could be kept.',
  clockSetBack: "The service's clock was set back.",
  crossed: 'The book stayed crossed.',
  coarseTimes: 'The times of the messages are too coarse to tell which of them the snapshot contains.'
} as const
