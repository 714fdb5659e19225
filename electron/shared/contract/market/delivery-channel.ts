/** Only the window of the delivery targets has a handler for it. Apart, because its preload is one file. */
export const deliveryTransport = 'leadline:delivery'
