import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Selection } from './selection.tsx'

const defaultButton = (isReached: boolean, mayLabel = true) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Selection
        labels={[]}
        mayLabel={mayLabel}
        closeHref="/contacts"
        matching={null}
        tagsOf={() => []}
        rejected={null}
        serverReach={{ isReached, why: 'Offline' }}
        act={() => Promise.resolve(true)}
      >
        <input type="checkbox" name="id" value="1" />
      </Selection>
    </MemoryRouter>,
  ).match(/<button[^>]*>/)?.[0]

test('Enter labels the selected contacts only while the server is reachable', () => {
  expect(defaultButton(true)).toContain('value="labelSeveral"')
  expect(defaultButton(true)).not.toContain('disabled')
  expect(defaultButton(false)).toContain('disabled=""')
  expect(defaultButton(true, false)).toContain('disabled=""')
})
