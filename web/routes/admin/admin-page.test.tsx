import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, type ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import JobsRoute from './jobs/admin-jobs.tsx'
import { shouldRevalidate, type Loaded } from './admin-page.tsx'
import type { JobsView } from '../../features/admin/lists/jobs-page.tsx'

/** The page of jobs at an address, with what its loader and its action returned. */
function draw(address: string, loaded: Loaded<JobsView>, answer?: object) {
  const Page = createRoutesStub([{ id: 'jobs', path: '/admin/jobs', Component: JobsRoute, loader: () => loaded }])
  const hydrationData = { loaderData: { jobs: loaded }, ...(answer && { actionData: { jobs: answer } }) }
  return renderToStaticMarkup(<Page initialEntries={[address]} hydrationData={hydrationData} />)
}

const view = { queues: [], failing: [], next: null, isFurther: false }

test('a page has the notice of the last form, until the next one has errors', () => {
  const loaded = { title: '', view, done: { text: 'The job runs again shortly.' } }
  expect(draw('/admin/jobs?done=jobRetried', loaded)).toContain('The job runs again shortly.')
  expect(draw('/admin/jobs', loaded)).not.toContain('The job runs again shortly.')
  const refused = draw('/admin/jobs?done=jobRetried', loaded, { message: 'It was deleted.', errors: {}, typed: {} })
  expect(refused).toContain('It was deleted.')
  expect(refused).not.toContain('The job runs again shortly.')
})

test('a page of something that isn’t there says so, with the way back', () => {
  const missing = draw('/admin/jobs', { title: '', missing: 'card' })
  expect(missing).toContain('No such card')
  expect(missing).toContain('href="/admin/cards"')
})

test.each([
  ['opening a dialog', '/admin/cards?q=ruth', '/admin/cards?q=ruth&dialog=new', false],
  ['selecting cards', '/admin/cards', '/admin/cards?dialog=plan&card=ruth', false],
  ['a dialog after a form', '/admin/cards/ruth?done=partUp&about=link+a', '/admin/cards/ruth?dialog=away', false],
  ['a search', '/admin/cards', '/admin/cards?q=ruth', true],
  ['a filter of a card’s activity', '/admin/cards/ruth/activity', '/admin/cards/ruth/activity?about=plan', true],
  ['a link to the same page', '/admin/cards', '/admin/cards', true],
])('whether %s loads data again, from %s to %s', (_, from, to, expected) => {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'https://carte.example'))
  expect(shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate: true } as ShouldRevalidateFunctionArgs)).toBe(expected)
})
