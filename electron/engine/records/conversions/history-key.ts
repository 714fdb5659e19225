/** A connection that is pointed to another service starts a new history. */
export const historyKey = (profileId: string, service: string) => `${profileId}/${service}`

export const profileIn = (key: string) => key.split('/', 1)[0]!
