import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../factories/cards.ts'
import { freePort } from '../harness/site.ts'
import { openSiteApp, siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { dnsStandIn } from '../stand-ins/dns.ts'
import { mailServerStandIn } from '../stand-ins/mail-server.ts'

const site = await siteApp()

async function anAdmin(options: { on?: 'phone' | 'narrow' | 'desktop' } & BrowserContextOptions = {}) {
  const owner = await signedIn(site, (await aCard(site.deps)).id)
  await site.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, owner.accountId))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  return { owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

/** The product with a mail server, and a sender whose domain has no records. */
async function aMailingSite(smtpUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: url, SMTP_URL: smtpUrl, MAIL_FROM: 'cards@example.com' }
  const app = await openSiteApp({ pages: true, dns: dnsStandIn({}), environment })
  const server = createServer((incoming, outgoing) => void app.listener(incoming, outgoing)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await app[Symbol.asyncDispose]()
    },
  }
}

describe('the admin', () => {
  test('ACCOUNT-5 without scripts a card is found, taken down with a reason, and audited', async () => {
    const { alias } = await aCard(site.deps, { fullName: 'Ottoline Quist' })
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await visitor.open('/account')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByRole('searchbox').fill(alias.slice(0, -1))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: /^Ottoline Quist/ }).click()
    await page.getByRole('link', { name: 'Take this card down' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take down Ottoline Quist’s card?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Take this card down' }).click()
    await dialog.getByLabel('Reason').fill('Reported as a copy')
    await dialog.getByRole('button', { name: 'Take this card down' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByText('Taken down: Reported as a copy').waitFor()
    await page.goto(`/${alias}`)
    await page.waitForURL(`**/${alias}/card-disabled`)

    await visitor.open('/admin/audit')
    await page.getByRole('searchbox').fill(alias)
    await page.getByRole('button', { name: 'Find' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Took a card down' })
    await line.getByText('Reported as a copy').waitFor()
    expect(await line.getByText(owner.email).count()).toBe(1)
  })

  test('a dialog moves and returns focus, and deletes only after the address is typed', async () => {
    const { alias } = await aCard(site.deps, { fullName: 'Wilhelmina Voss' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}`)
    const opener = page.getByRole('link', { name: 'Delete this card' })
    await page.waitForLoadState('networkidle')
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Wilhelmina Voss’s card?' })
    await dialog.waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').fill('Asked for')
    expect(await dialog.getByRole('button', { name: 'Delete this card' }).isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${alias} to confirm`).fill(alias)
    await dialog.getByRole('button', { name: 'Delete this card' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    expect(await visitor.open(`/admin/cards/${alias}`)).toBe(404)
  })

  test('without scripts cards are filtered by URL and permissions saved together', async () => {
    const prefix = `tab-${randomBytes(4).toString('hex')}`
    for (const at of [1, 2]) await aCard(site.deps, { alias: `${prefix}-${at}`, plan: 'FREE' })
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open('/admin/cards')
    await page.getByRole('searchbox').fill(prefix)
    await page.getByLabel('Plan').selectOption('free')
    await page.getByRole('button', { name: 'Find' }).click()
    const rows = page.getByRole('rowheader')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining(`${prefix}-1`), expect.stringContaining(`${prefix}-2`)])
    expect(await page.getByRole('columnheader', { name: 'Card' }).getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('columnheader', { name: 'Card' }).getByRole('link').click()
    expect(await page.getByRole('columnheader', { name: 'Card' }).getAttribute('aria-sort')).toBe('descending')
    expect(await rows.first().innerText()).toContain(`${prefix}-2`)
    await rows.first().getByRole('link').click()
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.getByRole('group', { name: 'Custom reviews' }).getByRole('radio', { name: 'Always' }).check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByRole('link', { name: 'Changed here (1)' }).click()
    expect(await page.getByRole('row').filter({ hasText: 'CustomReviews' }).getByText('Allowed', { exact: true }).count()).toBe(1)
  })

  test('without scripts a card’s activity is filtered and filters cleared', async () => {
    const { alias } = await aCard(site.deps)
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await owner.call('admin.setPlan', { input: { alias, choice: 'PRO' } })
    await owner.call('admin.setRights', { input: { alias, granted: ['Reviews'], revoked: [] } })
    await visitor.open(`/admin/cards/${alias}/activity`)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Today'])
    const acts = page.getByRole('list', { name: 'Today' }).getByRole('listitem')
    expect(await acts.count()).toBe(2)
    await page.getByLabel('By').selectOption(owner.email)
    await page.getByLabel('About').selectOption('Plan and payments')
    await page.getByLabel('When').selectOption('Last 7 days')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/about=plan&days=7/)
    expect(await acts.allInnerTexts()).toEqual([expect.stringContaining('Set a plan')])
    await page.getByLabel('About').selectOption('Login and access')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('heading', { name: 'No activity matches these filters' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await acts.nth(1).waitFor()
  })

  test('permissions are filtered while typing, and unsaved choices stay', async () => {
    const { alias } = await aCard(site.deps, { plan: 'FREE' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}/permissions?show=all&q=custom`)
    await hydrate(page)
    await page.getByRole('group', { name: 'Custom reviews' }).getByRole('radio', { name: 'Always' }).check({ force: true })
    const search = page.getByRole('searchbox', { name: 'Find a permission' })
    await search.fill('qrcode')
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('QR code')])
    await search.fill('zzz')
    await page.getByText('No permission here matches “zzz”.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    expect(await page.getByRole('group', { name: 'Custom reviews' }).getByRole('radio', { name: 'Always' }).isChecked()).toBe(true)
    await search.fill('qrcode')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByRole('link', { name: 'Changed here (1)' }).waitFor()
  })

  test.each([true, false])('a mail test shows each answer and the records to add (script: %s)', async (javaScriptEnabled) => {
    await using server = await mailServerStandIn()
    await using sending = await aMailingSite(`smtp://127.0.0.1:${server.port}`)
    await using admin = await anAdmin({ on: 'narrow', javaScriptEnabled, baseURL: sending.url })
    const { page, visitor } = admin
    const send = async (to: string) => {
      await page.getByLabel('Send to').fill(to)
      await page.getByRole('button', { name: 'Send test' }).click()
    }
    await visitor.open('/admin/mail')
    await send('ada@example.net')
    await page.getByText('The mail server accepted the test email.').waitFor()
    const steps = page.getByRole('list', { name: 'Test result' }).getByRole('listitem')
    expect(await steps.allInnerTexts()).toEqual([
      expect.stringMatching(/^Connected to 127\.0\.0\.1, port \d+\.\s+OK$/),
      expect.stringContaining('Not encrypted'),
      expect.stringContaining('No login'),
      expect.stringMatching(/^Accepted for ada@example\.net: “250 .*”\.\s+OK$/),
      expect.stringMatching(/^SPF: example\.com has no record.*\s+Check$/s),
      expect.stringContaining('DKIM'),
      expect.stringContaining('DMARC'),
    ])
    expect(await page.getByLabel('TXT record to add: example.com', { exact: true }).inputValue()).toBe('v=spf1 mx ~all')
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.net']])
    // They are measured by script.
    for (const colorScheme of javaScriptEnabled ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityIssues(page), colorScheme).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    server.mood = 'spam'
    await send('ada@example.net')
    await page.getByText('The test email wasn’t accepted.').waitFor()
    await page.getByText('“554 5.7.1 This looks like spam [2J”').waitFor()
  })

  test('old addresses redirect with their query', async () => {
    await using admin = await anAdmin()
    const { page, visitor } = admin
    await visitor.open('/operator/outbox?from=x')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/admin/mail?from=x')
    await visitor.open('/operator')
    expect(new URL(page.url()).pathname).toBe('/admin')
  })

  test.each(['audit', 'cards'])('%s accept an overlong search that ends in half a surrogate pair', async (place) => {
    await using admin = await anAdmin()
    const words = 'a'.repeat(99)
    expect(await admin.visitor.open(`/admin/${place}?q=${words}%F0%9F%91%A9`)).toBe(200)
    expect(await admin.page.getByRole('searchbox').inputValue()).toBe(words)
  })

  test('ACCOUNT-5 a spreadsheet is checked row by row and imported without a reload', async () => {
    const prefix = `import-${randomBytes(4).toString('hex')}`
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin/imports')
    const table = `alias;fullName;plan\n${prefix}-1;Anna;PRO\n${prefix}-2;"broken;GOLD\n${prefix}-3;Ella;FREE\n`
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 2 cards' }).waitFor()
    await page.getByText('Line 3').waitFor()
    await page.getByRole('button', { name: 'Import 2 cards' }).click()
    await page.getByText('2 cards created').waitFor()
    expect(await visitor.open(`/${prefix}-3`)).toBe(200)
  })

  test('without scripts a failed webhook is found, retried and audited', async () => {
    const id = `evt_${randomBytes(6).toString('hex')}`
    await site.deps.db.execute(sql`insert into billing_event (provider, event_id, kind, payload, provider_at, applied_at, outcome, told)
      values ('stripe', ${id}, 'invoice.paid', '{}', now(), now(), 'troubled', '{}')`)
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open('/admin')
    await page.getByRole('link', { name: /^Webhooks/ }).click()
    await page.getByRole('searchbox').fill(id)
    await page.getByLabel('Status').selectOption('failed')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: `Retry: invoice.paid, ${id}` }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await visitor.open(`/admin/webhooks?q=${id}`)
    await page.getByRole('row').filter({ hasText: id }).getByText('Waiting').waitFor()
    await visitor.open(`/admin/webhooks?q=${id}&state=failed`)
    await page.getByRole('heading', { name: 'No webhooks match' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('row').filter({ hasText: id }).waitFor()
    expect(await visitor.open('/admin/audit?q=webhook.retry')).toBe(200)
    expect(await page.getByRole('listitem').filter({ hasText: 'Retried a webhook' }).count()).toBeGreaterThan(0)
  })

  test('without scripts a failing host is switched off and allowed again', async () => {
    const { id: subjectId, alias } = await aCard(site.deps)
    const host = `hooks-${randomBytes(5).toString('hex')}.example.com`
    await using admin = await anAdmin({ on: 'phone', javaScriptEnabled: false })
    const { page, visitor } = admin
    const owner = await signedIn(site, subjectId)
    const { id } = await owner.call('connections.create', {
      input: { alias, preset: 'own', name: 'CRM', url: `https://${host}/in`, types: ['contact.created'], isFull: true },
    })
    await site.deps.db.execute(sql`update connection set failing_since = now() where subject_id = ${subjectId}`)
    const isOn = async () => (await owner.call('connections.read', { params: { alias, id }, query: {} })).connection.isOn
    await visitor.open('/admin')
    await visitor.open('/admin/deliveries')
    await page.getByRole('link', { name: `Switch off ${host}…` }).click()
    await page.waitForURL(/dialog=off/)
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe(host)
    await page.getByLabel('Reason').fill('Hangs')
    await page.getByRole('button', { name: 'Switch off a host' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    expect(await isOn()).toBe(false)
    const row = page.getByRole('listitem').filter({ hasText: host })
    await row.getByText('Hangs').waitFor()
    await row.getByRole('button', { name: `Allow again: ${host}` }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    expect(await row.count()).toBe(0)
    await expect.poll(isOn).toBe(true)
    await page.getByRole('link', { name: 'Switch off…', exact: true }).click()
    await page.getByLabel('Host', { exact: true }).fill('no host')
    await page.getByLabel('Reason').fill('Hangs')
    await page.getByRole('button', { name: 'Switch off a host' }).click()
    await page.getByText('Enter a host such as example.com.').waitFor()
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('no host')
  })

  test('backups and configuration show which commands and settings to use', async () => {
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin')
    await page.getByRole('link', { name: 'Backups', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
    expect(await page.getByLabel('Back up now').inputValue()).toContain('npm run carte -- backup ')
    expect(await page.getByLabel('Turn on automatic backups, in the environment').inputValue()).toContain('BACKUP_TO=')
    await page.getByRole('link', { name: 'Configuration', exact: true }).click()
    const mail = page.getByRole('listitem').filter({ hasText: 'Set SMTP_URL and MAIL_FROM' })
    await mail.getByText('Needs setup').waitFor()
  })

  test('blocked hosts and reserved addresses are searched', async () => {
    const word = randomBytes(5).toString('hex')
    await using admin = await anAdmin({ on: 'phone', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await owner.call('admin.blockHost', { input: { host: `${word}.example`, isBlocked: true, reason: '' } })
    await owner.call('admin.reserve', { input: { name: `name-${word}`, reason: '' } })
    for (const [path, found] of [
      ['blocked-hosts', `${word}.example`],
      ['reserved-addresses', `/name-${word}`],
    ] as const) {
      expect(await visitor.open(`/admin/${path}`)).toBe(200)
      await page.getByRole('searchbox').fill(word.slice(1))
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByRole('listitem').filter({ hasText: found }).waitFor()
      await visitor.open(`/admin/${path}?q=${word}zz`)
      await page.getByRole('heading', { name: `Nothing matches “${word}zz”` }).waitFor()
    }
  })

  test('others have no access', async () => {
    await using stranger = await aVisitor()
    for (const path of [
      '/admin',
      '/admin/cards',
      '/admin/audit',
      '/admin/webhooks',
      '/admin/deliveries',
      '/admin/backups',
      '/admin/setup',
      '/admin/no-such-page',
      '/operator',
      '/operator/cards',
    ]) {
      expect(await stranger.open(path), path).toBe(404)
      await stranger.page.getByRole('heading', { name: 'Card not found' }).waitFor()
    }
  })

  test('is accessible, light and dark, and fits a narrow phone', async () => {
    const { id: subjectId, alias } = await aCard(site.deps, { fullName: 'Maximiliana Featherstonehaugh-Cholmondeley' })
    const host = `${'long-'.repeat(10)}name.example.com`
    await site.deps.db.execute(sql`insert into connection
      (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end, failing_since)
      values (${subjectId}, gen_random_uuid(), now(), 'own', 'CRM', ${`https://${host}/in`}, '{}', true, '', now(), '', now())`)
    await site.deps.db.execute(sql`insert into switched_off_host (host, reason, off_at) values (${`off-${host}`}, 'It hangs', now())`)
    await using admin = await anAdmin({ on: 'narrow' })
    const { page, visitor } = admin
    for (const path of [
      '',
      '/cards',
      `/cards/${alias}`,
      `/cards/${alias}/plan`,
      `/cards/${alias}/permissions`,
      `/cards/${alias}/activity`,
      `/cards/${alias}?dialog=down`,
      '/billing',
      '/reports',
      '/imports',
      '/reserved-addresses',
      '/blocked-hosts',
      '/jobs',
      '/mail',
      '/audit',
      '/webhooks',
      '/deliveries',
      '/backups',
      '/setup',
      `/cards/${alias}/activity?about=plan`,
      `/cards/${alias}/permissions?show=all`,
      `/cards/${alias}/plan?dialog=pay`,
    ]) {
      expect(await visitor.open(`/admin${path}`), path).toBe(200)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findAccessibilityIssues(page), `${path} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})
