import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const rows = readFileSync(new URL('docs/degradation.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const [head = [], ...things] = rows

/** The test that proves each row, by its file and exact title. */
const proofs: Record<string, readonly [file: string, title: string]> = {
  'database, restarting or down': ['tests/start/outages.test.ts', 'during a database restart cards load and no acknowledged write is lost'],
  'database, for people with a session': ['tests/http/pages.test.ts', 'gets cached cards, and an error page for others, when it %s'],
  'database, for any other address opened in a browser': [
    'tests/journeys/outage.test.ts',
    '%s is a page that says so, never “not found” (%j)',
  ],
  'database, failover to a standby': ['tests/start/failover.test.ts', '%s, %s: requests get 503 for a while, nothing is lost'],
  'embedded database crashes': ['tests/start/surviving.test.ts', 'a database that crashes is restarted, and the program continues'],
  'database, read-only': [
    'tests/faults/read-only-database.long.test.ts',
    'with a read-only database cards are shown and writes fail with an explanation',
  ],
  'database, disk full': [
    'tests/faults/read-only-database.long.test.ts',
    'a full disk gives the same error, and writes work again once there is space',
  ],
  'database, overloaded': ['tests/start/overload.test.ts', 'under overload new requests get 503; cached cards and health checks work'],
  'slow reports': ['tests/faults/slow-reports.test.ts', 'slow reports delay no card, and finish when they can'],
  'changes by other servers not received': [
    'server/database/changes.test.ts',
    'a connection that is silently dead is detected, and caches are cleared',
  ],
  'one of several servers': ['tests/start/outages.test.ts', 'a killed instance loses only unacknowledged requests'],
  'image storage': ['server/media/storage-away.test.ts', 'initials replace a picture and aren’t cached'],
  'image storage, for an upload': ['server/media/storage-away.test.ts', 'an upload fails cleanly and can be retried'],
  'a missing image file': [
    'server/media/storage-away.test.ts',
    'icons, previews and screenshots render without a missing picture, briefly',
  ],
  email: ['tests/faults/unavailable.test.ts', 'with the mail server down a contact is saved, and its email sent once later'],
  'email, for a login link': [
    'server/accounts/routes.test.ts',
    'retries while the mail server is unavailable don’t count toward the daily limit',
  ],
  'push services or the network to them': ['server/push/routes.test.ts', 'keeps the subscription while the service is unreachable'],
  'push services, rate limiting us': [
    'server/push/routes.test.ts',
    'doesn’t cost a subscription while the service rate limits, however long',
  ],
  'identity provider': ['tests/http/provider-login.test.ts', 'a provider that does not respond is a 503, also for silent login'],
  'payment provider': [
    'server/billing/events/subscription-lifecycle.test.ts',
    'during an outage, events that need a fetch wait; the others are applied',
  ],
  'payment provider, for an owner': [
    'server/billing/orders/subscribe.test.ts',
    'answers that nothing changed while the provider is unavailable',
  ],
  reviews: ['server/reviews/routes.test.ts', 'after a failure it is retried only after a while'],
  'slow reviews': ['server/reviews/routes.test.ts', 'REV-7 a slow provider doesn’t delay the response'],
  geocoder: ['server/cards/settings/locate.test.ts', 'CNT-2 an answer that is %s is passed over: there is no map, and nothing breaks'],
  'captcha provider': ['server/integrations/captcha.test.ts', '%s: accepted as unverified, with a warning in the log'],
  'a provider that hangs': ['server/integrations/breaker.test.ts', 'a hanging provider delays five callers and none after them'],
  'map tiles': ['tests/journeys/contact.test.ts', 'CNT-2 offline the address replaces the map, which returns with the network'],
  'visit counting': ['tests/faults/unavailable.test.ts', 'if visits cannot be counted, cards are shown and contacts saved'],
  'visit counting, too many at once': [
    'server/visits/visit-writer.test.ts',
    'events beyond the queue limit are rejected, and accepted ones are written',
  ],
  'job workers': ['tests/faults/unavailable.test.ts', 'without workers a contact is saved and visible; its jobs run later'],
  'a server killed during a job': ['server/jobs/jobs.long.test.ts', 'another server takes the jobs of a server that was killed'],
  'a clock jump': ['tests/faults/clock.test.ts', 'a clock jump of an hour %s ends no session and loses no contact'],
  'the rate limit table': ['server/http/limits/shared-limits.test.ts', 'while the database is unavailable, each server counts by itself'],
  'scripts, blocked or not loaded': [
    'tests/journeys/capture.test.ts',
    'CAP-1 works without scripts: errors are at their fields, and values stay',
  ],
  'device storage': ['tests/journeys/offline.long.test.ts', 'INST-2 a device without storage shows the card'],
  'device storage, full': ['tests/journeys/connection.long.test.ts', 'INST-3 with full storage: other cards are evicted only as needed'],
  network: ['web/features/capture/sending/queued-entries.test.ts', 'without a network the other entries wait, and none is lost'],
  'network, for a visitor in a tab': [
    'tests/journeys/connection.long.test.ts',
    'appears in a tab before the app loads, can be closed, and appears again',
  ],
  'network, for owner pages': [
    'tests/journeys/offline.long.test.ts',
    'caches no owner page: it offers the card and loads when back online',
  ],
  'a server that stops': ['tests/start/stopping.test.ts', '%s finishes requests in flight, accepts no new ones, and leaves no process'],
  'the database, for `/metrics`': [
    'tests/faults/unavailable.test.ts',
    '/metrics works without the database, and omits values it cannot read',
  ],
}

test('each dependency is listed once, with what works without it and how it recovers', () => {
  expect(head).toHaveLength(5)
  expect(things.length).toBeGreaterThan(30)
  expect(things.map(([name]) => name)).toEqual(Object.keys(proofs))
  for (const cells of things)
    expect(
      cells.filter((cell) => cell !== ''),
      cells[0],
    ).toHaveLength(5)
})

test.each(Object.entries(proofs))('%s: its test exists', (_dependency, [file, title]) => {
  expect(existsSync(new URL(file, root)), file).toBe(true)
  const titles = [...readFileSync(new URL(file, root), 'utf8').matchAll(/\btest(?:\.(?:each|skipIf)[\s\S]*?\))?\(\s*'([^'\n]+)'/g)].map(
    ([, label]) => label,
  )
  expect(titles).toContain(title)
})
