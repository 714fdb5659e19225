import type { LocalService } from '#engine/connection/local'
import type { SandboxKeeper } from './keeper'

export const localService = (sandbox: SandboxKeeper): LocalService => ({
  async start() {
    const { base_url, auth_url, ws_url, client_id, client_secret } = await sandbox.start()
    return {
      restBase: base_url,
      tokenHost: auth_url,
      streamAddress: ws_url,
      clientId: client_id,
      clientSecret: client_secret
    }
  }
})
