import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readBio } from '#contract/text/bio.ts'
import { OwnWords } from './own-words.tsx'

const draw = (bio: string) => renderToStaticMarkup(<OwnWords words={readBio(bio)} />).replace(/<style.*<\/style>/s, '')

test('ABOUT-1 a bio is drawn as it was marked', () => {
  expect(draw('I **sell *old* houses**.\n- one\n- two')).toBe(
    '<p dir="auto">I <strong>sell <em>old</em> houses</strong>.</p><ul><li dir="auto">one</li><li dir="auto">two</li></ul>',
  )
})

test('ABOUT-1 a link of a bio leaves as every link of an owner does; a call stays in its window', () => {
  expect(draw('[my work](https://example.com)')).toContain(
    '<a href="https://example.com/" target="_blank" rel="ugc noopener noreferrer">my work</a>',
  )
  expect(draw('[ring](tel:+12075550142)')).toContain('<a href="tel:+12075550142" rel="ugc">ring</a>')
})

test('ABOUT-1 HTML in a bio is text', () => {
  expect(draw('**<img src=x onerror=alert(1)>**')).toBe('<p dir="auto"><strong>&lt;img src=x onerror=alert(1)&gt;</strong></p>')
})

test('a bio without marks brings no styles for them', () => {
  expect(renderToStaticMarkup(<OwnWords words={readBio('One.\n\nTwo.')} />)).toBe('<p dir="auto">One.</p><p dir="auto">Two.</p>')
})
