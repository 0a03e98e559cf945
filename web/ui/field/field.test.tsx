import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { CheckBox } from './check-box.tsx'
import { FileField } from './file-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioCards } from './radio-cards.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import { Switch } from './switch.tsx'
import { TextArea, TextField } from './text-field.tsx'

const draw = (field: ReactNode) => renderToStaticMarkup(<MemoryRouter>{field}</MemoryRouter>)
const attributesOf = (html: string, tag: string) =>
  Object.fromEntries(
    [...(html.match(new RegExp(`<${tag} ([^>]*)>`))?.[1] ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
/** The texts that describe a control, in order. */
const described = (html: string, control: string) =>
  (attributesOf(html, control)['aria-describedby'] ?? '')
    .split(' ')
    .map((id: string) => html.match(new RegExp(`id="${id}">(.*?)</p>`))?.[1]?.replaceAll(/<[^>]+>/g, ''))

describe('before any script, a field with an error', () => {
  test.each([
    ['text', 'input', <TextField key="a" label="Name" error="Wrong" hint="Hint" />],
    ['text area', 'textarea', <TextArea key="b" label="Name" error="Wrong" hint="Hint" />],
    ['select', 'select', <SelectField key="c" label="Name" error="Wrong" hint="Hint" />],
    ['search', 'input', <SearchField key="d" label="Name" error="Wrong" hint="Hint" />],
    ['check box', 'input', <CheckBox key="e" label="Name" error="Wrong" hint="Hint" />],
    ['switch', 'input', <Switch key="f" label="Name" error="Wrong" hint="Hint" />],
    ['file', 'input', <FileField key="g" label="Name" dropLabel="Drop" error="Wrong" hint="Hint" />],
    ['radio cards', 'fieldset', <RadioCards key="h" label="Name" name="name" choices={[]} error="Wrong" hint="Hint" />],
  ])('%s: is invalid and described by its error, then its hint', (_, control, field) => {
    const html = draw(field)
    expect(attributesOf(html, control)['aria-invalid']).toBe('true')
    expect(described(html, control)).toEqual(['Wrong', 'Hint'])
  })
})

describe('a password', () => {
  const rule = { text: 'Eight characters', met: 'Met', missingIn: () => 'Missing' }

  test('before any script shows its rule once, and no eye', () => {
    const html = draw(<PasswordField label="New" showLabel="Show" rule={rule} />)
    expect(described(html, 'input')).toEqual(['Eight characters'])
    expect(attributesOf(html, 'input')['type']).toBe('password')
    expect(html).not.toContain('<button')
  })

  test('that the rule refused does not repeat it', () => {
    expect(described(draw(<PasswordField label="New" showLabel="Show" rule={rule} error="Eight characters" />), 'input')).toEqual([
      'Eight characters',
    ])
    expect(described(draw(<PasswordField label="New" showLabel="Show" rule={rule} error="Too common" />), 'input')).toEqual([
      'Too common',
      'Eight characters',
    ])
  })
})

describe('a field', () => {
  test('has its label, and keeps the id it is given', () => {
    const html = draw(<TextField id="email" label="Email" type="email" name="email" />)
    expect(attributesOf(html, 'label')).toEqual({ for: 'email' })
    expect(attributesOf(html, 'input')).toEqual({ class: 'ui-input', type: 'email', dir: 'ltr', id: 'email', name: 'email' })
  })

  test('sets the direction from its text, except for addresses and numbers', () => {
    expect(attributesOf(draw(<TextField label="Name" />), 'input')['dir']).toBe('auto')
    expect(attributesOf(draw(<TextField label="Phone" type="tel" />), 'input')['dir']).toBe('ltr')
  })

  test('shows no success mark beside an error', () => {
    const html = draw(<TextField label="Address" good="Free" error="Taken" />)
    expect(described(html, 'input')).toEqual(['Taken'])
    expect(html).not.toContain('Free')
  })

  test('has no inline style or script', () => {
    expect(draw(<FileField label="Photo" dropLabel="Drop" chosen={{ name: 'a.jpg', sent: 0.5 }} />)).not.toMatch(
      / style=| on[a-z]+=|<script/,
    )
  })

  test('radio cards share one name, and the chosen one is checked', () => {
    const choices = ['all', 'id'].map((value) => ({ value, label: value }))
    const html = draw(<RadioCards label="Sent" name="sent" defaultValue="id" choices={choices} />)
    expect([...html.matchAll(/<input[^>]*name="sent"[^>]*>/g)].map(([input]) => input.includes('checked'))).toEqual([false, true])
  })

  test('is cleared by a link to the page without the search', () => {
    const html = draw(<SearchField label="Find" clear={{ label: 'Clear', href: '/cards' }} />)
    expect(html).toMatch(/<a [^>]*aria-label="Clear"[^>]*href="\/cards"/)
  })
})
