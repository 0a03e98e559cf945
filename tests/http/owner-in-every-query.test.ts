import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { buildCall } from './isolation/build-call.ts'
import { readCatalog, tablesOfOwners } from './isolation/owned-rows.ts'
import { unownedTables } from './isolation/unowned-tables.ts'
import { aTenant } from './isolation/a-tenant.ts'
import { expectedErrors } from './isolation/expected-errors.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Statements without an owner, by table and condition, and why that is right. */
const allowed: [RegExp, string][] = [
  [/^select "subject_id" from "alias" where "alias"\."name" = /, 'an alias leads to the id of a card; the endpoint checks ownership'],
  [/where \("alias"\."name" in .* or "alias"\."skeleton" in /s, 'whether an alias is taken, which is public'],
  [/from "subject" (left join "subject_version" on .*)?where \(?"subject"\."id" (= |in )/s, 'the id of a card, from a session or an alias'],
  [/from subject s (left join connection c on .*)?where s\.id = \$1/, 'the id of a public card, from its alias'],
  [/^update "subject" set .* where "subject"\."id" = /s, 'the id of a card whose ownership the endpoint has checked'],
  [/^delete from "subject" where "subject"\."id" = /, 'the id of a card whose ownership the endpoint has checked'],
  [/^select 1 from subject where id = \$1 for key share/, 'the id of a card whose ownership the endpoint has checked'],
  [
    /"account" where "account"\."(id|email)" = |^update "account" set .* where "account"\."id" = /s,
    'the account of the session, or the email typed at login',
  ],
  [/from "passkey" where "passkey"\."credential_id" = /, 'a passkey that the device proves to have'],
  [/"session".* where "session"\."id" = /s, 'the caller’s own session, read from the cookie'],
  [/"access_key".* where "access_key"\."(key_hash|id)" = /s, 'the key that the caller has, by its hash, and that its use is noted'],
  [/from "short_link" where "short_link"\."code" = /, 'anyone with a code is redirected'],
  [
    /^delete from "push_subscription" where \(\("push_subscription"\."token" ->> 'endpoint' = .* -> 'keys' ->> 'auth' = /s,
    'the browser’s own keys',
  ],
  [
    /from installation where name = 'setup' .*not exists \(select 1 from account where is_operator\)/s,
    'only whether there is an administrator',
  ],
  [/from "account_identity" where \("account_identity"\."issuer" = /, 'an identity that the provider has signed'],
  [/"refused_recipient" where "refused_recipient"."address" (= |in \()/, 'the address of the session’s account'],
  [
    /"refused_recipient" left join "account" on .* where \("refused_recipient"\."subject_id" = /s,
    'addresses of mails about this card, without those of accounts',
  ],
  [
    /^do \$\$ begin\s+if pg_current_xact_id_if_assigned\(\) .* where false; end if;\s+end \$\$$/s,
    'no row: it makes a commit one in two phases',
  ],
  [/from "review_name" where "review_name"\."name" = /, 'cards with this provider account, whose reviews are public'],
]

/** The admin area is about all cards, and only administrators can call it. */
const isAdminCall = ({ access }: Endpoint) => access === 'admin'

test('a statement that only mentions an owner column does not count', () => {
  const unowned = (text: string) => unownedTables(text, ['contact', 'contact_consent', 'membership'])
  for (const text of [
    'delete from contact',
    'select subject_id from "contact" where "contact"."id" = $1 order by "contact"."subject_id"',
    'update "contact" set "subject_id" = $1 where "contact"."id" = $2',
    'update "contact" set "tags" = $1 where "contact"."id" = $2 and "contact"."subject_id" <> $3',
    'select 1 from contact where id = $1 and exists (select 1 from membership m where m.account_id = $2)',
    'select 1 from contact c join membership m on m.created_at = c.date_created where m.account_id = $1',
    'insert into "contact_consent" ("contact_id") values ($1)',
  ])
    expect(unowned(text), text).not.toEqual([])
  for (const text of [
    'select 1 from "contact" where ("contact"."subject_id" in ($1) and "contact"."id" = $2)',
    'delete from contact c where c.subject_id = any($1)',
    'select 1 from contact c join membership m on m.subject_id = c.subject_id where m.account_id = $1',
    'insert into "contact" ("subject_id", "id") values ($1, $2)',
  ])
    expect(unowned(text), text).toEqual([])
})

test('every statement on owned rows is restricted to the owner', async () => {
  const tables = tablesOfOwners(await readCatalog(app.deps.db))
  const readsOwnedTable = new RegExp(`(from|join|update|into|using)\\s+"?(${tables.join('|')})"?\\b`, 'i')
  const unowned = new Set<string>()
  const refused: string[] = []
  let looked = 0
  for (const endpoint of Object.values<Endpoint>(endpoints).filter((one) => !isAdminCall(one))) {
    // A new owner for each call, so that no call finds its data deleted by another.
    const owner = await aTenant(app)
    const { path, init } = buildCall(endpoint, owner.ids)
    using work = countStatements(app.deps.pool)
    const answer = await owner.ask(path, init)
    await answer.arrayBuffer()
    if (endpoint.access !== 'anyone' && answer.status >= 400) refused.push(endpoint.name)
    for (const text of work.statements.filter((statement) => readsOwnedTable.test(statement))) {
      looked++
      const without = unownedTables(text, tables)
      if (without.length > 0 && !allowed.some(([known]) => known.test(text))) unowned.add(`${endpoint.name}: ${without.join()}: ${text}`)
    }
  }
  expect([...unowned]).toEqual([])
  expect(refused.toSorted()).toEqual(Object.keys(expectedErrors).toSorted())
  expect(looked).toBeGreaterThan(200)
})
