import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseBio } from '#common/text/bio.ts'
import { BioText } from './bio-text.tsx'

const draw = (bio: string) => renderToStaticMarkup(<BioText words={parseBio(bio)} />).replace(/<style.*<\/style>/s, '')

test('ABOUT-1 renders a bio’s formatting', () => {
  expect(draw('I **sell *old* houses**.\n- one\n- two')).toBe(
    '<p dir="auto">I <strong>sell <em>old</em> houses</strong>.</p><ul><li dir="auto">one</li><li dir="auto">two</li></ul>',
  )
})

test('ABOUT-1 opens links of a bio in a new tab, and calls in the same one', () => {
  expect(draw('[my work](https://example.com)')).toContain(
    '<a href="https://example.com/" target="_blank" rel="ugc noopener noreferrer">my work</a>',
  )
  expect(draw('[ring](tel:+12075550142)')).toContain('<a href="tel:+12075550142" rel="ugc">ring</a>')
})

test('ABOUT-1 escapes HTML in a bio', () => {
  expect(draw('**<img src=x onerror=alert(1)>**')).toBe('<p dir="auto"><strong>&lt;img src=x onerror=alert(1)&gt;</strong></p>')
})

test('a bio without formatting loads no styles for it', () => {
  expect(renderToStaticMarkup(<BioText words={parseBio('One.\n\nTwo.')} />)).toBe('<p dir="auto">One.</p><p dir="auto">Two.</p>')
})
