import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner, button, field, findEditorIssues, readPublicCard } from './editor-steps.ts'

async function waitForTitle(page: Page, title: string) {
  await expect.poll(() => field(page, 'Job title').inputValue()).toBe(title)
}

const pasted = `<html><head><style>p { color: red }</style></head><body onload="document.title = 'ran'"><!--StartFragment-->
  <p class="MsoNormal" style="color:red" onclick="alert(1)">I sell <b style='mso-bidi-font-weight:normal'>old</b> <span style="display:none">hidden </span>houses.<o:p></o:p></p>
  <script>document.title = 'ran'</script><img src="/nowhere.png" onerror="document.title = 'ran'">
  <ul><li><p><a href="https://example.com/all" onclick="alert(1)">See them</a></p></li><li><a href="javascript:alert(1)">Ring</a></li></ul>
  <!--EndFragment--></body></html>`

describe('ACCOUNT-2 editing a card', () => {
  test('saves a draft; publishing shows it to visitors, without hidden fields', async () => {
    await using owner = await anOwner()
    const { page, alias, waitForDraft, openSection } = owner
    await field(page, 'Job title').fill('Harbor pilot')
    await waitForDraft({ title: 'Harbor pilot' })
    await page.getByRole('link', { name: 'Design' }).click()
    await page.getByRole('heading', { name: 'What visitors see' }).waitFor()
    expect(await page.title()).toBe('Design | Edit card | Carte')
    await page.getByText('Office phone', { exact: true }).click()
    await waitForDraft({ title: 'Harbor pilot', 'settings.homepage': expect.objectContaining({ ShowOfficePhone: false }) })
    const before = await readPublicCard(alias)
    expect([before.includes('Harbor pilot'), before.includes('(207) 555-0102')]).toEqual([false, true])

    // Later, in another visit.
    await openSection('profile')
    expect(await field(page, 'Job title').inputValue()).toBe('Harbor pilot')
    await page.getByText('2 unpublished changes').waitFor()
    // The owner types while the response is delayed.
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/publish-draft*',
      async (route) => {
        const answer = await route.fetch()
        await answered.promise
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
    await button(page, 'Publish').click()
    await button(page, 'Publishing…').waitFor()
    await field(page, 'Job title').press('End')
    await field(page, 'Job title').pressSequentially(' and mentor')
    answered.resolve()
    await owner.waitForToast('Published.')
    await waitForDraft({ title: 'Harbor pilot and mentor' })
    await waitForTitle(page, 'Harbor pilot and mentor')

    await expect.poll(() => readPublicCard(alias)).not.toContain('(207) 555-0102')
    const after = await readPublicCard(alias)
    expect([after.includes('Harbor pilot'), after.includes('Harbor pilot and mentor')]).toEqual([true, false])
    await using guest = await aVisitor()
    await guest.open(`/${alias}/home`)
    await guest.page.getByText('Harbor pilot', { exact: true }).first().waitFor()
    await button(page, 'Publish').click()
    await expect.poll(() => button(page, 'Publish').count()).toBe(0)
  })

  test('keeps the marks of pasted text and nothing else, also for visitors', async () => {
    await using owner = await anOwner()
    const { page, alias, waitForDraft } = owner
    const story = field(page, 'Your bio')
    await story.fill('')
    await story.evaluate((place, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', 'plain')
      place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted)
    await expect.poll(() => story.inputValue()).toBe('I sell **old** houses.\n- [See them](https://example.com/all)\n- Ring')

    await story.evaluate((place: HTMLTextAreaElement) => place.setSelectionRange(2, 6))
    await story.press('Control+i')
    await page.keyboard.press('Control+b')
    await button(page, 'Bold').click()
    const bio = 'I *sell* **old** houses.\n- [See them](https://example.com/all)\n- Ring'
    await expect.poll(() => story.inputValue()).toBe(bio)
    await waitForDraft({ bio })
    await button(page, 'Publish').click()
    await owner.waitForToast('Published.')

    await using guest = await aVisitor()
    await guest.open(`/${alias}/about`)
    const words = guest.page.locator('.own-words')
    expect(await words.locator('p').innerHTML()).toBe('I <em>sell</em> <strong>old</strong> houses.')
    const link = words.getByRole('listitem').getByRole('link', { name: 'See them' })
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://example.com/all',
      'ugc noopener noreferrer',
    ])
  })
})

describe('ACCOUNT-2 no input is lost', () => {
  test('between two windows: edits merge, and a conflict asks which one to keep', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, openSection, waitForDraft } = owner
    allow(/409/)
    const other = await page.context().newPage()
    await openSection('profile', other)

    await field(page, 'City').fill('Port Hadley')
    await waitForDraft({ companyCity: 'Port Hadley' })
    await field(other, 'Job title').fill('Pilot')
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Pilot' })
    await expect.poll(() => field(other, 'City').inputValue()).toBe('Port Hadley')

    await field(page, 'Job title').fill('Captain')
    const dispute = page.getByRole('alert').filter({ hasText: 'This was also changed in another window' })
    await dispute.getByText('Profile · Job title').waitFor()
    expect(await dispute.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringContaining('Captain'),
      expect.stringContaining('Pilot'),
    ])
    expect(await button(page, 'Publish').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'This was also changed in another window' }).click()
    expect(await findEditorIssues(page)).toEqual([])
    await dispute.getByRole('button', { name: 'Use the other one' }).click()
    await waitForTitle(page, 'Pilot')
    await dispute.waitFor({ state: 'detached' })

    await field(other, 'Job title').fill('Mate')
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Mate' })
    await field(page, 'Job title').fill('Captain')
    await dispute.getByRole('button', { name: 'Keep mine' }).click()
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Captain' })
  })

  test('offline: it is stored on the device, survives a closed window and is sent later', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, openSection, waitForDraft, readDraft } = owner
    allow(/ERR_FAILED|fetching the script/)
    const beside = await page.context().newPage()
    await openSection('profile', beside)
    await page.context().setOffline(true)
    await field(page, 'Job title').fill('Typed at sea')
    await page.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await field(beside, 'State').fill('Typed beside it')
    await beside.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    expect(await readDraft()).toEqual({})
    await page.close()
    await beside.close()

    await page.context().setOffline(false)
    const again = await page.context().newPage()
    await openSection('profile', again)
    await waitForTitle(again, 'Typed at sea')
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it' })

    await again.context().setOffline(true)
    await field(again, 'City').fill('Halfway')
    await again.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await again.getByText('No Internet Connection').waitFor()
    // Playwright only clicks what is not covered.
    await button(again, 'Discard').click({ trial: true })
    await again.context().setOffline(false)
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it', companyCity: 'Halfway' })
    await again
      .getByText(/^Saved/)
      .first()
      .waitFor({ state: 'attached' })
  })

  test('after a logout: logging in again restores the input', async () => {
    await using owner = await anOwner('profile')
    const { page, alias, cookie, allow, setSession, waitForDraft } = owner
    allow(/401/)
    await page.context().clearCookies()
    await field(page, 'Job title').fill('Typed too late')
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/account/edit/${alias}/profile`)

    await setSession(cookie)
    await owner.openSection('profile')
    await waitForTitle(page, 'Typed too late')
    await waitForDraft({ title: 'Typed too late' })
  })
})
