import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { newId } from '#server/database/new-id.ts'
import { findAccessibilityIssues, inBothSchemes } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { freePort } from '../harness/site.ts'
import { openSiteApp, siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, hydrate } from '../harness/visitor.ts'
import { dnsStandIn } from '../stand-ins/dns.ts'
import { mailServerStandIn } from '../stand-ins/mail-server.ts'
import { anAdmin, anAdministrator } from './admin-steps.ts'
import { waitForMail } from './login-steps.ts'

const site = await siteApp()

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
  test('without scripts cards are filtered by URL and permissions saved together', async () => {
    const prefix = `tab-${randomBytes(4).toString('hex')}`
    for (const at of [1, 2]) await aCard(site.deps, { alias: `${prefix}-${at}`, plan: 'FREE' })
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open('/admin/cards')
    expect(await page.getByRole('button', { name: 'Find', exact: true }).isVisible()).toBe(true)
    await page.getByRole('searchbox').fill(prefix)
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('free')
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
    await page
      .getByRole('status')
      .getByText(/’s permissions are saved\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Changed here (1)' }).click()
    await page.getByRole('row').filter({ hasText: 'Custom reviews' }).getByText('Allowed', { exact: true }).waitFor()
    const shortLinks = page.getByRole('switch', { name: 'Always share short links' })
    await shortLinks.check()
    await page.getByRole('button', { name: 'Save experiments' }).click()
    await page
      .getByRole('status')
      .getByText(/’s experiments are saved\.$/)
      .waitFor()
    expect(await shortLinks.isChecked()).toBe(true)
  })

  test('without scripts, three selected cards get a plan and are taken down, audited', async () => {
    const prefix = `many-${randomBytes(4).toString('hex')}`
    for (const at of [1, 2, 3, 4]) await aCard(site.deps, { alias: `${prefix}-${at}`, fullName: `Many ${at}`, plan: 'FREE' })
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await visitor.open(`/admin/cards?q=${prefix}&plan=free`)
    const setPlan = page.getByRole('button', { name: 'Set plan…' })
    expect(await setPlan.isVisible()).toBe(false)
    for (const at of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Many ${at}` }).check()
    await setPlan.click()
    const plans = page.getByRole('dialog', { name: 'Set the plan of 3 cards?' })
    await plans.getByText('Now: Free (3).').waitFor()
    await plans.getByRole('combobox', { name: 'Plan' }).selectOption('PRO for one month, starting now')
    await plans.getByRole('button', { name: 'Set plan' }).click()
    await page.getByText('The plan of 3 cards is set: PRO for one month, starting now.').waitFor()
    expect(new URL(page.url()).search).toBe(
      `?q=${prefix}&plan=free&done=cardsPlan&about=${encodeURIComponent(`PRO 0 0,${[1, 2, 3].map((at) => `${prefix}-${at}`).join(' ')}`).replaceAll('%20', '+')}`,
    )
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('Many 4')])

    await visitor.open(`/admin/cards?q=${prefix}`)
    for (const at of [1, 2]) await page.getByRole('checkbox', { name: `Select Many ${at}` }).check()
    await page.getByRole('button', { name: 'Take down…' }).click()
    const down = page.getByRole('dialog', { name: 'Take 2 cards down?' })
    await down.getByRole('combobox', { name: 'Reason' }).selectOption('Another reason, in your own words')
    await down.getByRole('textbox', { name: 'Message to the owners' }).fill('Copies')
    await down.getByRole('button', { name: 'Take 2 cards down' }).click()
    const takenDown = page.getByRole('row').getByText('Taken down', { exact: true })
    await page.getByText('2 cards are down.').waitFor()
    expect(await takenDown.count()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 cards are restored.').waitFor()
    expect(await takenDown.count()).toBe(0)
    const { acts } = await owner.call('admin.auditLog', { query: { alias: `${prefix}-1` } })
    expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
      ['card.enable', {}],
      ['card.disable', { reason: 'Copies' }],
      ['card.plan', { plan: 'PRO' }],
    ])
  })

  test('before cards get a plan, the dialog says which they have and which they get', async () => {
    const prefix = `plans-${randomBytes(4).toString('hex')}`
    for (const plan of ['FREE', 'PRO'] as const) await aCard(site.deps, { alias: `${prefix}-${plan.toLowerCase()}`, plan })
    await using admin = await anAdmin({ on: 'phone' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards?q=${prefix}&dialog=plan&card=${prefix}-free&card=${prefix}-pro`)
    await hydrate(page)
    await page.getByText('Now: Free (1), PRO (1). Afterward: PRO for one month, starting now.').waitFor()
    await page.getByRole('combobox', { name: 'Plan', exact: true }).last().selectOption('Free')
    await page.getByText('Now: Free (1), PRO (1). Afterward: Free.').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('filters, and sorting without headings, apply on change; a search on Enter', async () => {
    const prefix = `find-${randomBytes(4).toString('hex')}`
    await aCard(site.deps, { alias: `${prefix}-free`, fullName: 'Agda Free', plan: 'FREE' })
    await aCard(site.deps, { alias: `${prefix}-pro`, fullName: 'Berit Pro' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin/cards')
    await hydrate(page)
    const rows = page.getByRole('rowheader')
    expect(await page.getByRole('button', { name: 'Find', exact: true }).isVisible()).toBe(false)
    await page.getByRole('searchbox').fill(prefix)
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Agda'), expect.stringContaining('Berit')])
    const plan = page.getByRole('combobox', { name: 'Plan' })
    await plan.focus()
    await plan.selectOption('pro')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Berit')])
    await page.getByRole('status').getByText('1 entry shown').waitFor({ state: 'attached' })
    expect(new URL(page.url()).search).toBe(`?q=${prefix}&plan=pro`)
    expect(await plan.evaluate((select) => select === document.activeElement)).toBe(true)
    await page.goBack()
    await expect.poll(() => plan.inputValue()).toBe('')
    await expect.poll(() => rows.count()).toBe(2)

    await page.setViewportSize({ width: 1100, height: 800 })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Berit'), expect.stringContaining('Agda')])
  })

  test('a selection opens its dialog, survives closing it, and ends with the page', async () => {
    const prefix = `some-${randomBytes(4).toString('hex')}`
    for (const at of [1, 2]) await aCard(site.deps, { alias: `${prefix}-${at}`, fullName: `Some ${at}` })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards?q=${prefix}`)
    const first = page.getByRole('checkbox', { name: 'Select Some 1' })
    await first.check()
    await page.getByRole('button', { name: 'Select all' }).click()
    const takeDown = page.getByRole('button', { name: 'Take down…' })
    await page.getByText('2 cards selected').waitFor()
    // On a phone one bar at a time: what is selected, or the way elsewhere.
    const [wide, dock] = [page.viewportSize(), page.locator('.shell-dock')]
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await dock.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    expect(await dock.isVisible()).toBe(true)
    if (wide) await page.setViewportSize(wide)
    expect([await first.isChecked(), await takeDown.isVisible()]).toEqual([false, false])
    await first.check()
    await page.getByRole('button', { name: 'Select all' }).click()
    await takeDown.click()
    const dialog = page.getByRole('dialog', { name: 'Take 2 cards down?' })
    await dialog.waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => takeDown.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await first.isChecked()).toBe(true)
    await takeDown.click()
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Spam or advertising')
    await dialog.getByRole('button', { name: 'Take 2 cards down' }).click()
    await page.getByText('2 cards are down.').waitFor()
    // A reload reports it no more.
    await expect.poll(() => new URL(page.url()).search).toBe(`?q=${prefix}`)
    expect(await first.isChecked()).toBe(false)
    await first.check()
    await page.getByRole('columnheader').getByRole('link', { name: 'Contacts' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?q=${prefix}&sort=-contacts`)
    await expect.poll(() => first.isChecked()).toBe(false)
  })

  test('another page of the list begins at its top, with the title of the list', async () => {
    const prefix = `page-${randomBytes(4).toString('hex')}`
    await Promise.all(Array.from({ length: 51 }, (_, at) => aCard(site.deps, { alias: `${prefix}-${at}` })))
    await using admin = await anAdmin({ on: 'desktop', reducedMotion: 'reduce' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards?q=${prefix}`)
    await hydrate(page)
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.getByText('51–51 of 51').waitFor()
    await expect.poll(() => page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, 'content'])
    expect(await page.title()).toBe('Cards | Admin | Carte')
    await page.goBack()
    await page.getByText('1–50 of 51').waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    await expect.poll(() => page.title()).toBe('Jobs | Admin | Carte')
  })

  test('without scripts a card is created for an owner, and a taken address is refused', async () => {
    const { alias: taken } = await aCard(site.deps)
    const alias = `new-${randomBytes(4).toString('hex')}`
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open('/admin/cards')
    await page.getByRole('link', { name: 'New card' }).click()
    const dialog = page.getByRole('dialog', { name: 'New card' })
    await dialog.getByRole('textbox', { name: 'Owner’s email' }).fill(`${alias}@example.com`)
    await dialog.getByRole('textbox', { name: 'Name on the card' }).fill('Ruth Brown')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(taken)
    await dialog.getByRole('button', { name: 'Create card' }).click()
    await dialog.getByText('That address is taken.').waitFor()
    expect(await page.getByText('Not saved. Check the highlighted fields.').count()).toBe(1)
    await dialog.getByRole('textbox', { name: 'Address' }).fill(alias)
    await dialog.getByRole('button', { name: 'Create card' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ruth Brown' }).waitFor()
    expect(await page.getByText(`${alias}@example.com`).count()).toBeGreaterThan(0)
  })

  test('a takedown without a reason is refused at the reason', async () => {
    const { alias } = await aCard(site.deps, { fullName: 'Otto Lind' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards?q=${alias}&dialog=down&card=${alias}`)
    await hydrate(page)
    const dialog = page.getByRole('dialog', { name: 'Take 1 card down?' })
    await dialog.getByRole('button', { name: 'Take 1 card down' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    const reason = dialog.getByRole('combobox', { name: 'Reason' })
    await expect.poll(() => reason.evaluate((select) => select === document.activeElement)).toBe(true)
  })

  test('a login link in the outbox is hidden until wanted, then copied whole', async () => {
    await using admin = await anAdmin({ on: 'desktop', permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, visitor, owner } = admin
    await owner.call('accounts.requestLink', { input: { email: owner.email, returnUrl: '/account' } })
    await waitForMail(owner.email, 'token=')
    const { mails } = await owner.call('admin.outbox')
    await visitor.open(`/admin/mail/${mails.find(({ to }) => to.includes(owner.email))?.id}`)
    await page.getByText('token=…').waitFor()
    await hydrate(page)
    await page.getByRole('link', { name: 'Show login links' }).click()
    const link = await page.getByRole('textbox', { name: 'Link 1' }).inputValue()
    expect(link).toMatch(/\/account\/link\?.*token=[\w.~-]{20,}/)
    await page.getByRole('button', { name: 'Copy: Link 1' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })

  test('an address that shows nothing says so beside the menu, and leads back', async () => {
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    for (const [path, title, back] of [
      ['/admin/nothing-here', 'No such admin page', 'Overview'],
      ['/admin/cards/no-card-here', 'No such card', 'Cards'],
      ['/admin/releases/story/nothing', 'No such story', 'Stories and releases'],
      ['/admin/releases/version/9.9.9', 'No such version', 'Stories and releases'],
    ] as const) {
      expect(await visitor.open(path)).toBe(404)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await page.title()).toMatch(`${title} | Admin`)
      await page.getByRole('main').getByRole('link', { name: back }).click()
      await page.getByRole('heading', { level: 1, name: back }).waitFor()
    }
  })

  test('on a phone cards are filtered and sorted in a sheet, and a chip removes a filter', async () => {
    const prefix = `chip-${randomBytes(4).toString('hex')}`
    for (const plan of ['FREE', 'PRO'] as const) await aCard(site.deps, { alias: `${prefix}-${plan.toLowerCase()}`, fullName: plan, plan })
    await using admin = await anAdmin()
    const { page, visitor } = admin
    await visitor.open(`/admin/cards?q=${prefix}`)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('combobox', { name: 'Plan' }).selectOption('Free')
    await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest')
    await sheet.getByRole('button', { name: 'Show cards' }).click()
    const rows = page.getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(1)
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByRole('link', { name: 'Remove filter Plan: Free' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.first().innerText()).toContain('PRO')
  })

  test('on a phone a card’s tabs span the screen and fade where there are more', async () => {
    const { alias } = await aCard(site.deps)
    await using admin = await anAdmin({ on: 'phone', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}`)
    const tabs = page.getByRole('navigation', { name: 'Pages of this card' })
    expect(await tabs.boundingBox()).toMatchObject({ x: 0, width: 390 })
    expect(await tabs.getByRole('list').evaluate((list) => getComputedStyle(list).maskImage)).toContain('gradient')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('without scripts a card’s activity is filtered and filters cleared', async () => {
    const { alias } = await aCard(site.deps)
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await owner.call('admin.setPlan', { input: { alias, choice: 'PRO' } })
    await owner.call('admin.setRights', { input: { alias, granted: ['Reviews'], revoked: [] } })
    await visitor.open(`/admin/cards/${alias}/activity`)
    // Yesterday, if midnight has passed meanwhile.
    const day = /^(Today|Yesterday)$/
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toContainEqual(expect.stringMatching(day))
    const acts = page.getByRole('list', { name: day }).getByRole('listitem')
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
    expect(await page.getByLabel('Send to').inputValue()).toBe(admin.owner.email)
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
    for (const [colorScheme, findIssues] of javaScriptEnabled ? inBothSchemes : []) {
      await page.emulateMedia({ colorScheme })
      expect(await findIssues(page), colorScheme).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    server.mood = 'spam'
    await send('ada@example.net')
    await page.getByText('The test email wasn’t accepted.').waitFor()
    await page.getByText('“554 5.7.1 This looks like spam [2J”').waitFor()
  })

  test.each(['audit', 'cards'])('%s accept an overlong search that ends in half a surrogate pair', async (place) => {
    await using admin = await anAdmin()
    const words = 'a'.repeat(99)
    expect(await admin.visitor.open(`/admin/${place}?q=${words}%F0%9F%91%A9`)).toBe(200)
    expect(await admin.page.getByRole('searchbox').inputValue()).toBe(words)
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
    await page.getByRole('status').getByText('The webhook is processed again shortly.').waitFor()
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
    await page.getByRole('status').getByText(`Nothing is sent to ${host} anymore.`).waitFor()
    expect(await isOn()).toBe(false)
    const row = page.getByRole('listitem').filter({ hasText: host })
    await row.getByText('Hangs').waitFor()
    await row.getByRole('button', { name: `Allow again: ${host}` }).click()
    await page.getByRole('status').getByText(`${host} is allowed again.`).waitFor()
    expect(await row.count()).toBe(0)
    await expect.poll(isOn).toBe(true)
    await page.getByRole('link', { name: 'Switch off…', exact: true }).click()
    await page.getByLabel('Host', { exact: true }).fill('no host')
    await page.getByLabel('Reason').fill('Hangs')
    await page.getByRole('button', { name: 'Switch off a host' }).click()
    await page.getByText('Enter a host such as hooks.example.com.').waitFor()
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('no host')
  })

  test.each([true, false])('a card is taken down and restored from its report (script: %s)', async (javaScriptEnabled) => {
    const { id, alias } = await aCard(site.deps, { fullName: 'Leopold Vane' })
    await site.deps.db.execute(sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words)
      values (${id}, ${newId(Date.now())}, gen_random_uuid(), now(), 'fraud', 'It asks for my bank.')`)
    await using admin = await anAdmin({ on: 'phone', javaScriptEnabled })
    const { page, visitor } = admin
    await visitor.open(`/admin/reports?q=${alias}`)
    const row = page.getByRole('listitem').filter({ hasText: alias })
    await row.getByRole('link', { name: 'Take down…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take down Leopold Vane’s card?' })
    await dialog.getByLabel('Reason').selectOption('A scam, or a link to one')
    await dialog.getByRole('button', { name: 'Take this card down' }).click()
    await page.getByRole('status').getByText('Leopold Vane’s card is down.').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe(alias)
    await row.getByText('Taken down').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('Leopold Vane’s card is restored.').waitFor()
    await row.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('status').getByText(`The report about /${alias} is closed.`).waitFor()
    expect(await row.count()).toBe(0)
  })

  test('backups and settings say what turns them on', async () => {
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin')
    await page.getByRole('link', { name: 'Backups', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Back up now' }).inputValue()).toContain('npm run carte -- backup ')
    expect(await page.getByRole('textbox', { name: 'Or turn on automatic backups in the environment' }).inputValue()).toContain(
      'BACKUP_TO=',
    )
    await page.getByRole('main').getByRole('link', { name: 'Choose another place' }).click()
    await page.getByRole('textbox', { name: 'Place' }).waitFor()
    await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'Mail' }).click()
    await page.locator('.settings-row').filter({ hasText: 'Mail server' }).getByText('Default').waitFor()
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

  test('a dialog moves and returns focus, and deletes only after the address is typed', async () => {
    const { alias } = await aCard(site.deps, { fullName: 'Wilhelmina Voss' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}`)
    const opener = page.getByRole('link', { name: 'Delete this card' })
    await hydrate(page)
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Wilhelmina Voss’s card?' })
    await dialog.and(page.locator(':modal')).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(`**/admin/cards/${alias}`)
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').fill('By request')
    expect(await dialog.getByRole('button', { name: 'Delete this card' }).isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${alias} to confirm`).fill(alias)
    await dialog.getByRole('button', { name: 'Delete this card' }).click()
    await page.getByRole('status').getByText(`/${alias} is deleted.`).waitFor()
    expect(await visitor.open(`/admin/cards/${alias}`)).toBe(404)
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
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('QR code')])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('status')
      .getByText(/’s permissions are saved\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Changed here (1)' }).waitFor()
  })

  test('ACCOUNT-5 a spreadsheet is checked row by row and imported without a reload', async () => {
    const prefix = `import-${randomBytes(4).toString('hex')}`
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin/imports')
    await hydrate(page)
    const table = `alias;fullName;plan\n${prefix}-1;Anna;PRO\n${prefix}-2;"broken;GOLD\n${prefix}-3;Ella;FREE\n`
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 2 cards' }).waitFor()
    await page.getByText('Line 3').waitFor()
    await page.getByRole('button', { name: 'Import 2 cards' }).click()
    await page.getByText('2 cards created').waitFor()
    expect(await visitor.open(`/${prefix}-3`)).toBe(200)
  })
})

describe('each page of the admin area', () => {
  const shared = aSharedVisitor({ on: 'narrow' })
  let alias: string
  let cookie: string
  beforeAll(async () => {
    const card = await aCard(site.deps, { fullName: 'Maximiliana Featherstonehaugh-Cholmondeley' })
    alias = card.alias
    const host = `${'long-'.repeat(10)}name.example.com`
    await site.deps.db.execute(sql`insert into connection
      (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end, failing_since)
      values (${card.id}, gen_random_uuid(), now(), 'own', 'CRM', ${`https://${host}/in`}, '{}', true, '', now(), '', now())`)
    await site.deps.db.execute(sql`insert into switched_off_host (host, reason, off_at) values (${`off-${host}`}, 'It hangs', now())`)
    cookie = (await anAdministrator()).cookie
  })

  test.each([
    '',
    '/cards',
    '/cards/ALIAS',
    '/cards/ALIAS/plan',
    '/cards/ALIAS/permissions',
    '/cards/ALIAS/activity',
    '/cards/ALIAS?dialog=down',
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
    '/cards/ALIAS/activity?about=plan',
    '/cards/ALIAS/permissions?show=all',
    '/cards/ALIAS/plan?dialog=pay',
  ])('/admin%s is accessible, light and dark, and fits a narrow phone', async (path) => {
    const { page, open, setSession } = await shared()
    await setSession(cookie)
    expect(await open(`/admin${path.replace('ALIAS', alias)}`)).toBe(200)
    for (const [colorScheme, findIssues] of inBothSchemes) {
      await page.emulateMedia({ colorScheme })
      expect(await findIssues(page), colorScheme).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
