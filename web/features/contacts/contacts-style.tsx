import { PageStyle } from '../../ui/page-style.tsx'
import sheet from './contact-sheet.css?inline'
import sheetHref from './contact-sheet.css?url'
import list from './contacts.css?inline'
import listHref from './contacts.css?url'
import form from './new-contact.css?inline'
import formHref from './new-contact.css?url'

/** The list, the sheet over it, and the form in the sheet. */
export function ContactsStyle() {
  return (
    <>
      <PageStyle name="contacts" css={import.meta.env.SSR ? list : ''} href={listHref} weight="part" />
      <PageStyle name="contact-sheet" css={import.meta.env.SSR ? sheet : ''} href={sheetHref} weight="part" />
      <PageStyle name="new-contact" css={import.meta.env.SSR ? form : ''} href={formHref} weight="part" />
    </>
  )
}
