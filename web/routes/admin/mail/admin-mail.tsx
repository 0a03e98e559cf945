import { redirectDocument } from 'react-router'
import { listHref, mailHref } from '../../../features/admin/admin-places.ts'
import { MailPage, type MailPageView } from '../../../features/admin/lists/mail-page.tsx'
import { loginHref } from '../../../loaders/open-account.ts'
import { adminAction } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/mail', load, { missing: 'mail', title: ({ mail }, t) => [mail.subject || t('admin.noSubject')] })
export const action = adminAction({})
export { meta } from '../admin-page.tsx'
export default adminPage(MailPage)

/** Its login links only when wanted, after a recent login. */
async function load({ call, id, query, site, moment }: PageRequest): Promise<MailPageView> {
  const { sendsMail } = site
  const linksHref = listHref(mailHref(id), { show: 'links' })
  const withLinks = query.get('show') === 'links' && !sendsMail
  if (withLinks && !(await call('privacy.read')).isLoginRecent) throw redirectDocument(loginHref(linksHref, 'mail'))
  const mail = await call('admin.mail', { params: { id }, query: withLinks ? { links: '1' } : {} })
  const links = mail.text.match(/https?:\/\/\S+[?&#](?:token|code)=[\w.~%-]+/gi) ?? []
  const isCut = /[?&#](?:token|code)=…|^…$/im.test(mail.text)
  return {
    mail: { ...mail, at: moment(mail.at) },
    isCut,
    linksHref: isCut && !sendsMail ? linksHref : null,
    links: withLinks ? [...new Set(links)] : [],
  }
}
