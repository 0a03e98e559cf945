import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { InvitationsPage } from './invitations-page.tsx'

function render(signUp: 'open' | 'invited' | 'off') {
  const rest = { next: null, isFurther: false }
  const Component = () => <InvitationsPage invitations={[]} signUp={signUp} {...rest} />
  const Page = createRoutesStub([{ path: '/', Component }])
  return renderToStaticMarkup(<Page />)
}

test('where invitations aren’t needed or don’t work, the page leads to the setting', () => {
  for (const signUp of ['open', 'off'] as const) expect(render(signUp)).toContain('href="/admin/setup/signup"')
  expect(render('invited')).not.toContain('/admin/setup')
})
