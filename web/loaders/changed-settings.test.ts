import { expect, test } from 'vitest'
import type { AdminSetting } from '#contract/admin/admin.ts'
import { changedSettings } from './changed-settings.ts'
import { translateFor } from './translate-for.ts'

const t = translateFor(new Request('https://carte.example/setup/installation'))

/** What a form saves of one setting that is now saved as `value`, or the fields with errors. */
function read(typed: string, before: string, { value, source = 'stored' }: { value: string; source?: AdminSetting['source'] }) {
  const form = new FormData()
  form.set('SIGN_UP before', before)
  form.set('SIGN_UP', typed)
  const { changed, errors } = changedSettings(form, [{ name: 'SIGN_UP', kind: 'text', value, source } as AdminSetting], t)
  return Object.keys(errors).length > 0 ? Object.keys(errors) : changed.map((one) => one.value)
}

test('a proposal is saved while its setting has its default, even as that default', () => {
  expect(read('invited', '', { value: 'open', source: 'default' })).toEqual(['invited'])
  expect(read('open', '', { value: 'open', source: 'default' })).toEqual(['open'])
})

test('a proposal does not replace what another administrator saved meanwhile', () => {
  expect(read('invited', '', { value: 'example.com' })).toEqual(['SIGN_UP'])
  expect(read('invited', '', { value: 'invited' })).toEqual([])
})

test('another administrator’s newer value is replaced only after it was displayed', () => {
  expect(read('invited', 'open', { value: 'off' })).toEqual(['SIGN_UP'])
  expect(read('open', 'open', { value: 'off' })).toEqual([])
  expect(read('invited', 'off', { value: 'off' })).toEqual(['invited'])
})
