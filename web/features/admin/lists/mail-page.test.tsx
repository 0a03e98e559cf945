import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { MailsPage } from './mail-page.tsx'

function render(isSent: boolean) {
  const rest = { next: null, isFurther: false }
  const Component = () => <MailsPage isSent={isSent} email="" mails={[]} refused={{ refused: [], ...rest }} {...rest} />
  const Page = createRoutesStub([{ path: '/', Component }])
  return renderToStaticMarkup(<Page />)
}

test('without a mail server, stored emails lead to its settings', () => {
  expect(render(false)).toMatch(/<a[^>]*href="\/admin\/setup\/mail"[^>]*>.*Set up mail/)
  expect(render(true)).not.toContain('/admin/setup/mail')
})
