import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button does not submit unless it is told to', () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('a busy button says so, and keeps the focus and both of its labels, so that its width stays', () => {
  const html = renderToStaticMarkup(
    <Button isBusy busyLabel="Saving">
      Save
    </Button>,
  )
  expect(html).toMatch(/aria-busy="true" aria-disabled="true"/)
  expect(html).not.toMatch(/ disabled/)
  expect(html.replaceAll(/<[^>]+>/g, ' ').match(/\w+/g)).toEqual(['Save', 'Saving'])
})
