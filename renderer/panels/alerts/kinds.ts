import type { AlertKind } from '#shared/domain/market/alerts/index'

const kindTitles: Record<AlertKind, string> = {
  price: 'A price crossing a line',
  spread: 'A wide spread',
  resting: 'Size resting in the book',
  traded: 'Size traded',
  imbalance: 'Imbalance of the book',
  stale: 'Silence: connected, but nothing comes',
  connection: 'Loss of the connection'
}

export const kindOptions = (Object.keys(kindTitles) as AlertKind[]).map((value) => ({
  value,
  title: kindTitles[value]
}))

/** What exactly is judged, said where it is chosen. */
export const explained: Record<AlertKind, string> = {
  price:
    'A price crosses the line when it reaches or passes it from the other side. One that is beyond it now has to come back first. The line stands in chart and order book.',
  spread: 'Judged with every change of the book. If it is as wide already, the alert fires at once.',
  resting:
    'Judged with every change of the book, each side for itself. If it rests there already, the alert fires at once.',
  traded:
    'Counted from now on, by the times of the trades. What has made it fire is not counted again. The service does not name the side: it is inferred.',
  imbalance: 'The difference between both sides, in percent of both together, over the best levels.',
  stale:
    'The stream is connected, but nothing came of the market for so long, or its book was not live for so long. A quiet market is silent too.',
  connection:
    'The stream is lost for so long, or the service refuses it. It is judged whatever the markets do.'
}
