import type { Attack, AttackContext } from '../attack'
import { bomb, brackets, drip, endless, rawAnswer, whole } from '../bodies'
import { canarySecret, echoesOf } from '../canary'
import { connections, testConnection, use } from '../desk'
import type { HostileService } from '../service'

type TokenAnswer = Parameters<HostileService['change']>[0]['token']

const asked = async ({ service, page }: AttackContext, token: NonNullable<TokenAnswer>) => {
  service.change({ token })
  return testConnection(page)
}
const simple = (
  name: string,
  token: NonNullable<TokenAnswer>,
  says: RegExp,
  more: Partial<Attack> = {}
): Attack => ({ name: `token: ${name}`, run: (desk) => asked(desk, token), says, ...more })

const tooLong = /sent an answer that is far too large/
const malformed = /answered with something that is not a token/

export const tokenAttacks: readonly Attack[] = [
  simple('gzip bomb', bomb(), tooLong),
  simple('endless answer', endless(Buffer.alloc(65_536, ' ')), tooLong, { isLong: true }),
  simple('8 MB of brackets', whole(brackets(8_000_000)), tooLong, { isLong: true }),
  simple('60 KB of brackets', whole(brackets(60_000)), /not with a token/),
  simple('slow drip', drip(200), /did not answer within/, { isLong: true }),
  simple(
    'huge headers',
    whole('{}', 200, { 'x-long': Array<string>(4000).fill('x'.repeat(1000)) }),
    /failed on the way|too long/
  ),
  simple(
    'absurd headers',
    rawAnswer('200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\nretry-after: 1e300'),
    /failed on the way|closed the connection/,
    { isLong: true }
  ),
  simple('nonsense', rawAnswer('999999 \r\n\0: \0', '\0\0'), /failed on the way|not a token/, {
    isLong: true
  }),
  simple('a page', whole('<!doctype html><script>1</script>'), malformed, { isLong: true }),
  simple(
    'the secret in its refusal',
    whole(
      JSON.stringify({
        error: 'invalid_request',
        error_description: Object.values(echoesOf(canarySecret)).join(' ')
      }),
      400
    ),
    /did not issue a token.*\[redacted\]/
  ),
  {
    name: 'token: sends on to another host',
    run: (desk) => {
      const location = `${desk.other.address}/oauth2/token`
      return asked(desk, (response) => void response.writeHead(307, { location }).end())
    },
    says: /redirected to another URL|failed on the way/
  },
  {
    name: 'token: expires_in 1e300',
    async run({ service, page }) {
      service.change({
        token: (response, granted) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(
              JSON.stringify({ ...granted, expires_in: 0 }).replace('"expires_in":0', '"expires_in":1e300')
            )
      })
      const { status } = await connections(page)
      await use(page, status.profileId!)
      const { tokenExpiresAt } = (await connections(page)).status
      return `expires in ${Math.round((tokenExpiresAt! - Date.now()) / 86_400_000)} days`
    },
    says: /^expires in 365 days$/
  }
]
