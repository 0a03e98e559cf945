import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { aim } from './isolation/aim.ts'
import { readCatalog, tablesOfOwners } from './isolation/holdings.ts'
import { aTenant, type Tenant } from './isolation/plant.ts'

let app: TestApp
let owner: Tenant
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
  owner = await aTenant(app)
})
afterAll(() => app[Symbol.asyncDispose]())

/** What names an owner, or a key that is one's own: a card, an account, a hash of a secret, or a name that leads to one card. */
const namesSomebody = /\b(subject_id|account_id|membership)\b|token_hash|before_hash/

/** Statements without an owner, by table and what they ask by, and why that is right. */
const allowed: [RegExp, string][] = [
  [/from "alias" inner join "subject".*where "alias"\."name" = /s, 'an address leads to its card: the door behind it asks whose it is'],
  [/from alias a join subject s on s\.id = a\.subject_id where a\.name = \$1/, 'an address leads to what its card shows everybody'],
  [/where \("alias"\."name" in .* or "alias"\."skeleton" in /s, 'which addresses are taken, which is no secret'],
  [/from "subject" where "subject"\."(id|key)" (= |in )/, 'by the id or the secret key of a card, which a session or an alias gave'],
  [/^update "subject" set .* where "subject"\."id" = /s, 'by the id of a card that the door gave'],
  [/^delete from "subject" where "subject"\."id" = /, 'by the id of a card that the door gave'],
  [
    /"account" where "account"\."(id|email)" = |^update "account" set .* where "account"\."id" = /s,
    'by the account of the session, or the typed e-mail',
  ],
  [/from "passkey" where "passkey"\."credential_id" = /, 'a device’s own key, which it proves to hold'],
  [/"session".* where "session"\."id" = /s, 'one’s own session, by the id the door read'],
  [/from "short_link" where "short_link"\."code" = /, 'whoever has a code is led'],
  [/^insert into "?session"?/, 'a new one'],
  [/from "account_identity" where \("account_identity"\."issuer" = /, 'whom a provider vouches for'],
  [/"zillow_web_services_id" = /, 'a name at a provider, of cards that show its reviews to everybody'],
]

/** The operator's desk is about all cards, and is opened to operators alone. */
const isDesk = ({ access }: Endpoint) => access === 'operator'

test('every statement about somebody’s rows says whose: the owner stands in it, or a key that only they have', async () => {
  const tables = tablesOfOwners(await readCatalog(app.needs.db))
  const isTheirs = new RegExp(`(from|join|update|into)\\s+"?(${tables.join('|')})"?\\b`)
  const nameless = new Set<string>()
  let looked = 0
  const calls = Object.values<Endpoint>(endpoints).filter((endpoint) => !isDesk(endpoint))
  // What ends a session or erases comes last, so that the others have something to find.
  for (const endpoint of calls.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const { path, init } = aim(endpoint, owner.ids)
    using work = countStatements(app.needs.pool)
    const answer = await owner.ask(path, init)
    await answer.arrayBuffer()
    for (const text of work.said) {
      if (!isTheirs.test(text)) continue
      looked++
      if (!namesSomebody.test(whereOf(text)) && !allowed.some(([known]) => known.test(text))) nameless.add(`${endpoint.name}: ${text}`)
    }
  }
  expect([...nameless]).toEqual([])
  expect(looked).toBeGreaterThan(200)
})

const isLast = ({ name }: Endpoint) => /logout|endSession|erase|leave|remove/i.test(name)

/** What a statement is narrowed by: behind its first `where`, or all of an insert. */
function whereOf(text: string): string {
  const at = text.search(/\bwhere\b/i)
  return /^\s*insert/i.test(text) ? text : at < 0 ? '' : text.slice(at)
}
