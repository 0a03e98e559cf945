import { expect, test } from 'vitest'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aSiteWithCrm } from './crm-steps.ts'

const crm = aSiteWithCrm()

test('a refused key is replaced', async () => {
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  const { id } = await owner.call('connections.create', {
    input: { alias: card.alias, preset: 'follow-up-boss', name: 'Our CRM', apiKey: crm.fub.key, isFull: true },
  })
  await crm.app.deps.pool.query(`update connection set attention = 'key', failing_since = now() where subject_id = $1`, [card.id])
  await using visitor = await aVisitor({ baseURL: crm.site.url })
  const { page } = visitor
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  await visitor.open(`${ownerHref(card.alias, 'connections')}?of=${id}`)
  await hydrate(page)
  await page.getByText('Follow Up Boss refuses your key.').waitFor()
  await page.getByRole('link', { name: 'Replace…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key?' })
  const field = dialog.getByLabel('API key')
  const replace = async (key: string) => {
    await field.fill(key)
    await dialog.getByRole('button', { name: 'Replace key' }).click()
  }
  await replace('not a key')
  await dialog.getByText('This isn’t a complete key. Copy it again.').waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid'))).toBe('true')
  crm.fub.key = 'fka_fedcba9876543210'
  await replace(crm.fub.key)
  await page.getByText('Key replaced.').waitFor()
  await page.getByText('••••••••3210').waitFor()
  expect(await page.getByText('Follow Up Boss refuses your key.').count()).toBe(0)
})

test('a CRM on a switched-off host can’t be connected or switched on', async () => {
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  const { host } = new URL(crm.fub.url)
  await using visitor = await aVisitor({ baseURL: crm.site.url })
  const { page } = visitor
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query: string) => {
    await visitor.open(`${ownerHref(card.alias, 'connections')}?${query}`)
    await hydrate(page)
  }
  await crm.app.deps.pool.query('insert into switched_off_host (host, off_at) values ($1, now())', [host])
  await open('kind=follow-up-boss')
  await page.getByLabel('API key').fill(crm.fub.key)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText('An administrator switched off sending to this host.').waitFor()
  await crm.app.deps.pool.query('delete from switched_off_host where host = $1', [host])

  const { id } = await owner.call('connections.create', {
    input: { alias: card.alias, preset: 'follow-up-boss', name: 'Our CRM', apiKey: crm.fub.key, isFull: true },
  })
  await crm.app.deps.pool.query(`update connection set off_reason = 'host', off_at = now() where subject_id = $1`, [card.id])
  await open(`of=${id}&dialog=on`)
  await page.getByText('Once the host is allowed again, this is switched on.').waitFor()
  expect(await page.getByRole('switch').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
