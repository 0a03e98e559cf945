import { placeHref } from '../../../features/admin/admin-places.ts'
import { MailsPage, type MailsView } from '../../../features/admin/lists/mail-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/mail', load, { done: { mailCleared: ({ t }) => ({ text: t('admin.done.mailCleared') }) } })
export const action = adminAction({ test: testMail, clear: clearRefusedMail })
export { meta } from '../admin-page.tsx'
export default adminPage(MailsPage)

async function load({ call, query, from, moment }: PageRequest): Promise<MailsView> {
  const after = query.get('refused') || undefined
  const [{ isSent, mails, next }, { refused, next: nextRefused }, { email }] = await Promise.all([
    call('admin.outbox', { query: behind(from) }),
    call('admin.refusedMails', { query: behind(after) }),
    call('accounts.details'),
  ])
  return {
    isSent,
    email,
    mails: mails.map((mail) => ({ ...mail, at: moment(mail.at) })),
    next,
    isFurther: from !== undefined,
    refused: {
      refused: refused.map((one) => ({ ...one, firstAt: moment(one.firstAt), lastAt: moment(one.lastAt) })),
      next: nextRefused,
      isFurther: after !== undefined,
    },
  }
}

async function testMail({ call, form }: Sent): ReturnType<Act> {
  const [to, selector] = [fieldOf(form, 'to').trim(), fieldOf(form, 'selector').trim()]
  const { steps } = await call('admin.testMail', { input: { to, ...(selector && { selector }) } })
  return { to, selector, steps }
}

async function clearRefusedMail({ call, form, query }: Sent) {
  await call('admin.clearRefusedMail', { input: { id: fieldOf(form, 'refused') } })
  return doneAt(placeHref('/mail'), 'mailCleared', '', query)
}
