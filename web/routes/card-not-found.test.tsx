import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CardNotFound } from './card-not-found.tsx'

test('the page of a missing card has an empty field, that of a search its words', () => {
  const fieldOf = (props: Parameters<typeof CardNotFound>[0]) =>
    /<input[^>]*>/.exec(renderToStaticMarkup(<CardNotFound {...props} />))?.[0] ?? ''
  expect(fieldOf({ alias: 'admin' })).toMatch(/type="search"(?!.*value="[^"])/)
  expect(fieldOf({ searched: 'no one' })).toContain('value="no one"')
})
