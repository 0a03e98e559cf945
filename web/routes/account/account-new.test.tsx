import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ignoreStyleErrors } from '../../../tests/harness/ignore-style-errors.ts'
import type { Site } from '#contract/site.ts'
import { noSite, SiteContext } from '../../platform/use-site.ts'
import AccountNew from './account-new.tsx'

ignoreStyleErrors()

/** The last page of the wizard, as the server renders it. */
function lastPage(publicUrl: string, { phone = null, nextAddress = null }: { phone?: Site['phone']; nextAddress?: string | null } = {}) {
  const page = { step: 'done', account: '', alias: 'maren', name: 'Maren', card: { published: {} }, palettes: [], phone, nextAddress }
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: AccountNew, loader: () => null }])
  return renderToStaticMarkup(
    <SiteContext value={{ ...noSite, publicUrl }}>
      <Page hydrationData={{ loaderData: { page } }} />
    </SiteContext>,
  )
}

test('the code of a first card says how a phone opens it, where it would not', () => {
  const phone = { address: 'http://192.168.1.23:3000', isOpen: true }
  const local = 'http://localhost:3000'
  expect(lastPage(local, { phone })).toMatch(
    /this computer only.*On a phone in the same network, open http:\/\/192\.168\.1\.23:3000\/maren</,
  )
  expect(lastPage(local, { phone: { ...phone, isOpen: false } })).toContain('HOST=0.0.0.0 PUBLIC_URL=http://192.168.1.23:3000<')
  expect(lastPage('https://cards.example.com', { phone })).not.toContain('this computer only')
})

test('the code of a first card says that the public address waits for a restart', () => {
  const waiting = lastPage('http://localhost:3000', { nextAddress: 'https://cards.example.com' })
  expect(waiting).toMatch(/Restart the server before you use this code: it still opens localhost:3000, not cards\.example\.com<.*npm start/)
  expect(waiting).not.toContain('HOST=')
})
