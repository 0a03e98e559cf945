import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button submits only with that type', () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('a busy button is marked busy, and keeps its focus and width', () => {
  const html = renderToStaticMarkup(
    <Button isBusy busyLabel="Saving">
      Save
    </Button>,
  )
  expect(html).toMatch(/aria-busy="true" aria-disabled="true"/)
  expect(html).not.toMatch(/ disabled/)
  expect(html.replaceAll(/<[^>]+>/g, ' ').match(/\w+/g)).toEqual(['Save', 'Saving'])
})
