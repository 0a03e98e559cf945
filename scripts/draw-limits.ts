import { usualLimits, type Endpoint, type Limit } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { shareFactor, siteFactor } from '#server/http/limits/per-address.ts'
import { guessesLimit } from '#server/http/limits/card-guesses.ts'
import { sitemapLimit } from '#server/http/search-endpoints.ts'
import { drawnLimit } from '#server/http/pages/within-page-limits.ts'

const whom: Record<Limit['per'], string> = {
  address: 'by whoever calls',
  account: 'by an account',
  card: 'by one caller, of one card',
  email: 'by one caller, of one mailbox',
  mailbox: 'of one mailbox, whoever calls',
  known: 'by a browser that was signed in to that account, in place of the others',
}
const spans: Record<number, string> = { 60: 'minute', 600: '10 minutes', 3600: 'hour', 86_400: 'day' }

const say = ({ per, count, windowSeconds, sharedAs }: Limit) =>
  `${count.toLocaleString('en')} a ${spans[windowSeconds] ?? `${windowSeconds} s`} ${whom[per]}${sharedAs ? ` (all ${sharedAs} together)` : ''}`
const listOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)

/** docs/limits.md from the contract. */
export function drawLimits(): string {
  const all = Object.values<Endpoint>(endpoints)
  const own = all.filter((endpoint) => listOf(endpoint).some((limit) => limit !== usualLimits[endpoint.access]))
  const rows = own.map((endpoint) => `| ${endpoint.name} | ${endpoint.summary} | ${listOf(endpoint).map(say).join('; ')} |`)
  return `# Limits

How often anybody may call. Whoever calls is an address of version 4, or a /64 of version 6: that is one line. A /48 of version 6, which one home or office may have all of, gets ${siteFactor} times as much for all its lines together; of one mailbox ${shareFactor} times as much, rounded up, so that nobody’s is used up from one place. Too many are answered 429 with \`Retry-After\` in seconds. [How they are counted](operating.md#limits).

| call | what it does | at most |
|---|---|---|
${rows.join('\n')}
| any page | drawn anew for one visitor or one account; kept pages are not counted | ${say(drawnLimit)} |
| any card that is not there | asked for by a visitor or an account; after that, a minute of 429 for cards that are not kept in memory, but for one’s own | ${say(guessesLimit)} |
| /sitemap.xml | the list of cards for search engines | ${say(sitemapLimit)} |
| every other call of a visitor | | ${say(usualLimits.anyone)} |
| every other call of an owner or an operator | | ${say(usualLimits.owner)} |

Drawn by \`npm run docs\` from the contract.
`
}
