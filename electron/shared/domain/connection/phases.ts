export const connectionPhases = ['idle', 'connecting', 'connected', 'refused', 'failed'] as const
export type ConnectionPhase = (typeof connectionPhases)[number]

export const streamPhases = [
  'idle',
  'connecting',
  'open',
  'subscribed',
  'degraded',
  'waiting',
  'refused'
] as const
export type StreamPhase = (typeof streamPhases)[number]

export const connectingStages = ['token', 'handshake'] as const
export type ConnectingStage = (typeof connectingStages)[number]

export const isOpen = (phase: StreamPhase): boolean =>
  phase === 'open' || phase === 'subscribed' || phase === 'degraded'
