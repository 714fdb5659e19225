import { choose } from '#shared/messages/language'

/** Terms in alphabetical order within each group. */
export const glossaryText = choose({
  en: {
    groups: { market: 'Market', desk: 'Desk', records: 'Records', connection: 'Connection' },
    terms: {
      market: {
        Ask: 'An offer to sell, or the lowest price offered. Asks are shown above the spread.',
        'Basis point (bp)':
          'One hundredth of one percent: 100 bp is 1%. Used for spread and slippage because they are small.',
        Bid: 'An offer to buy, or the highest price bid. Bids are shown below the spread.',
        Book: 'The order book: every price with resting bids or asks, and their size. Each price is a level.',
        Candle:
          'One time interval drawn as one bar: its first, highest, lowest and last traded price. A one-minute candle covers one minute.',
        'Cost of a size':
          'What buying or selling a size at once would cost: the average price of the levels it would fill, against the mid. Its panel compares this cost with the recording, and shows how much of that time was recorded.',
        'Cumulative size':
          'The total size of all levels from the best price to this one: the amount available at this price or better.',
        CVD: 'Cumulative volume delta: buy volume minus sell volume since a start time, by the inferred aggressor of each trade.',
        Depth: 'How much can be bought or sold up to a given price: the total size of all levels in between.',
        'Depth heat':
          'The size resting at each price over time, drawn behind the candles. Nothing is drawn for times that were not recorded.',
        Footprint:
          'The volume at each price of a candle. By inferred side, what was sold to bids is left of what was bought from asks, and the delta is bought minus sold.',
        Imbalance:
          'Whether more size rests on the bid or the ask side near the mid, from -100% (all asks) to +100% (all bids).',
        'Inferred aggressor':
          'The side that traded immediately. The service does not report it: Leadline infers it from the book or the previous price, and shows how. “Sides right” estimates how many are correct: Leadline looks for updates that took exactly the traded size from one side of the book. Trades that arrive long after their update lower it.',
        Ladder: 'The book as rows of prices: asks above, bids below and the spread in between.',
        'Large trade':
          'A trade of at least a fixed size, or above a percentile of recent trades. The tape highlights it.',
        Markout:
          'How far the mid moved after a fill, in basis points. Positive is in your favour: up after a buy, down after a sell.',
        Mid: 'The price halfway between the best bid and the best ask.',
        Mirror:
          'In the depth panel: the same distance from the mid on the other side, to compare both sides.',
        Rebuilding:
          'The book may be wrong, so a new snapshot was requested. Until it arrives, the book is not shown as live.',
        Slippage:
          'How far the average price of a trade would be from the mid, because it has to reach deeper into the book.',
        Snapshot:
          'The whole book at one moment. Later messages contain only changes, so a gap requires a new snapshot.',
        Spread:
          'The gap between the best bid and the best ask. The ladder shows it as a row, in price and in basis points.',
        Stale:
          'The data is old: nothing was received for longer than the limit. A quiet market is not stale; it is live and shows its age.',
        Tape: 'Time and sales: the list of trades as they happen, newest first.',
        Tick: 'The smallest price increment of a market.',
        TWAP: 'Time-weighted average price: the mid, with each price weighted by how long it lasted.',
        VWAP: 'Volume-weighted average price: the average price paid, with each trade weighted by its size.'
      },
      desk: {
        Alert:
          'A condition that Leadline evaluates on every message, on live data only, except for missing data and lost connections. A price alert fires when the price reaches a line from the other side; any other alert fires when its condition becomes true, and again after its cooldown while it stays true.',
        Layout:
          'How the panels of a window share its space. It can be locked, and every change can be undone.',
        'Link group':
          'Panels with the same colour and letter. They show the same market in all windows: a click in the watchlist changes all of them.',
        Panel:
          'One view of a market or connection, such as a chart or an order book, with its own state, age, settings and menu.',
        'Pop-out':
          'A panel or a whole workspace in a separate window. It reopens on the same display after a restart.',
        'Time cursor': 'The line at the time under the pointer. It appears in every panel of the link group.',
        Watchlist: 'The markets that a connection subscribes to, whether or not a window shows them.',
        Workspace: 'A named layout of panels. Press Ctrl (Cmd on a Mac) and a number to switch to it.'
      },
      records: {
        Accrued: 'Rewards earned in a period, whether or not they have been paid out.',
        Archive:
          'The folder where Leadline keeps fetched statements, each with its hash, readable without Leadline.',
        Conversion:
          'An exchange of one stablecoin for another, or for dollars, at the service. Leadline tracks conversions but cannot start one.',
        'Deposit address':
          'Where to send a coin so that it is credited to a profile. It belongs to one network: a coin sent over another network may be lost.',
        Hash: 'A fingerprint of a file. If one byte of the file changes, so does its hash; this is how an archive is verified.',
        Network: 'The chain that carries a transfer, for example Bitcoin or Base.',
        'Presigned URL':
          'A URL that opens one file for a short time, for anyone who has it. Leadline uses it once and never logs it.',
        Stablecoin: 'A coin that is meant to be worth one unit of a currency, for example one dollar.',
        Statement: 'The monthly account of accrued rewards, as a PDF for reading and a CSV for processing.'
      },
      connection: {
        'Client ID and client secret':
          'The name and the proof that Leadline gives the token host to get access.',
        Connection:
          'A service that you have set up: a name, an environment, three endpoints and credentials.',
        'Desk feed':
          'Market data that a collector of your desk receives once for many computers. A connection of this kind needs no client ID, and has no records.',
        Environment:
          'Which copy of the service is used: the local sandbox on this computer, the service’s own sandbox, or production with real money.',
        Frame: 'One message on the stream, as it was sent or received.',
        Keychain:
          'Where your operating system keeps secrets, encrypted. Leadline saves client secrets there, or keeps them in memory for one session.',
        'Local sandbox':
          'The whole service, built into Leadline, with its own simulated market. It needs no account and no network.',
        'Request ID':
          'The service’s own identifier of a request. Its support team can use it to find what went wrong.',
        'REST base URL': 'Where the service answers single requests, such as a list of addresses.',
        Scope: 'One permission of a token. Leadline uses at most four, and all of them are read-only.',
        'Stream URL': 'Where the service sends market data in real time, over a connection that stays open.',
        Token:
          'A temporary pass that the token host issues for the client ID and secret. It is renewed before it expires.'
      }
    }
  }
})
