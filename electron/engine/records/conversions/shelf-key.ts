/**
 * Under which name the history of a connection is kept: by connection, and by the service that it points to, so that
 * one that is pointed elsewhere begins anew. What an earlier Leadline kept has the connection's id alone.
 */
export const shelfKey = (profileId: string, service: string) => `${profileId}/${service}`

export const profileIn = (key: string) => key.split('/', 1)[0]!
