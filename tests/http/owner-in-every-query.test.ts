import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { aim } from './isolation/aim.ts'
import { readCatalog, tablesOfOwners } from './isolation/holdings.ts'
import { namelessTables } from './isolation/nameless-tables.ts'
import { aTenant } from './isolation/plant.ts'
import { refusedAnyway } from './isolation/refused-anyway.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
})
afterAll(() => app[Symbol.asyncDispose]())

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
  [
    /^delete from "push_subscription" where \(\("push_subscription"\."token" ->> 'endpoint' = .* -> 'keys' ->> 'auth' = /s,
    'the browser’s own keys',
  ],
  [/from "account_identity" where \("account_identity"\."issuer" = /, 'whom a provider vouches for'],
  [/"zillow_web_services_id" = /, 'a name at a provider, of cards that show its reviews to everybody'],
]

/** The operator's desk is about all cards, and is opened to operators alone. */
const isDesk = ({ access }: Endpoint) => access === 'operator'

test('a statement that mentions an owner, and is not given one, says nothing about whose', () => {
  const nameless = (text: string) => namelessTables(text, ['contact', 'contact_consent', 'membership'])
  for (const text of [
    'delete from contact',
    'select subject_id from "contact" where "contact"."id" = $1 order by "contact"."subject_id"',
    'update "contact" set "subject_id" = $1 where "contact"."id" = $2',
    'update "contact" set "tags" = $1 where "contact"."id" = $2 and "contact"."subject_id" <> $3',
    'select 1 from contact where id = $1 and exists (select 1 from membership m where m.account_id = $2)',
    'select 1 from contact c join membership m on m.created_at = c.date_created where m.account_id = $1',
    'insert into "contact_consent" ("contact_id") values ($1)',
  ])
    expect(nameless(text), text).not.toEqual([])
  for (const text of [
    'select 1 from "contact" where ("contact"."subject_id" in ($1) and "contact"."id" = $2)',
    'delete from contact c where c.subject_id = any($1)',
    'select 1 from contact c join membership m on m.subject_id = c.subject_id where m.account_id = $1',
    'insert into "contact" ("subject_id", "id") values ($1, $2)',
  ])
    expect(nameless(text), text).toEqual([])
})

test('every statement about somebody’s rows says whose: it is given the owner of that very table, or a key that only they have', async () => {
  const tables = tablesOfOwners(await readCatalog(app.needs.db))
  const isTheirs = new RegExp(`(from|join|update|into|using)\\s+"?(${tables.join('|')})"?\\b`, 'i')
  const nameless = new Set<string>()
  const refused: string[] = []
  let looked = 0
  for (const endpoint of Object.values<Endpoint>(endpoints).filter((one) => !isDesk(one))) {
    // Somebody new each time, so that no call finds that another one ended or erased what it is about.
    const owner = await aTenant(app)
    const { path, init } = aim(endpoint, owner.ids)
    using work = countStatements(app.needs.pool)
    const answer = await owner.ask(path, init)
    await answer.arrayBuffer()
    if (endpoint.access === 'owner' && answer.status >= 400) refused.push(endpoint.name)
    for (const text of work.said.filter((said) => isTheirs.test(said))) {
      looked++
      const without = namelessTables(text, tables)
      if (without.length > 0 && !allowed.some(([known]) => known.test(text))) nameless.add(`${endpoint.name}: ${without.join()}: ${text}`)
    }
  }
  expect([...nameless]).toEqual([])
  expect(refused.toSorted()).toEqual(Object.keys(refusedAnyway).toSorted())
  expect(looked).toBeGreaterThan(200)
})
