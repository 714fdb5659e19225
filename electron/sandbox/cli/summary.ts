import type { SandboxDescription } from '../options'

/** URLs, credentials and commands to paste. */
export function summary(sandbox: SandboxDescription): string {
  const { base_url, auth_url, ws_url, client_id, client_secret, control_url, control_key } = sandbox
  return `The local sandbox is ready. Ctrl+C stops it.

  REST base address  ${base_url}
  Token host         ${auth_url}
  Stream address     ${ws_url}
  Client id          ${client_id}
  Client secret      ${client_secret}
  Markets            ${sandbox.markets.join(' ')}
  Statements         ${sandbox.statement_ids.slice(0, 3).join(' ')} and ${sandbox.statement_ids.length - 3} more
  Conversions        ${sandbox.conversion_ids.slice(0, 3).join(' ')} and ${sandbox.conversion_ids.length - 3} more
  Control            ${control_url}
  Control key        ${control_key}

Try:

  TOKEN=$(curl -s ${auth_url}/oauth2/token -d grant_type=client_credentials -d client_id=${client_id} \\
    -d client_secret=${client_secret} --data-urlencode \\
    'scope=transfer:read_deposit_address rewards:read_statements conversion:read_conversion_stablecoin' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" '${base_url}/transfer/deposit-addresses?networks=BITCOIN&limit=2'
  curl -s -H "Authorization: Bearer $TOKEN" ${base_url}/rewards/statements/${sandbox.statement_ids[0]}
  curl -s -H "Authorization: Bearer $TOKEN" ${base_url}/conversion/stablecoins/${sandbox.conversion_ids[0]}
  curl -s -H 'Authorization: Bearer ${control_key}' -X PUT ${control_url}/scenarios/rest-slow -d '{"for_ms":30000}'
`
}
