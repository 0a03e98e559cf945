import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FileButton } from './file-button.tsx'

test('a picker accepts JPEG and no HEIC, so that phones convert their photos', () => {
  const html = renderToStaticMarkup(<FileButton icon="upload" words="Choose an image" of="Photo" onFile={() => {}} />)
  const [, accept = ''] = /accept="([^"]*)"/.exec(html) ?? []
  expect(accept.split(',')).toContain('image/jpeg')
  expect(accept).not.toMatch(/hei[cf]|\*/)
})
