import { describe, expect, test } from 'vitest'
import { columnNames, draftNames, fieldOf, flagColumns, publicNames, settingNames } from './card-fields.ts'
import { Card, CardSettings } from './cards.ts'
import { DraftFields } from './drafts.ts'
import { CardFields, StoredSettings } from './stored-card.ts'
import { readFields } from '../../cli/fields/read-fields.ts'
import { homepageKeys } from './drawing.ts'
import { permissions } from '../permissions.ts'

/** Keys of a card that aren't in the table of fields. */
const others = ['id', 'key', 'alias', 'revision', 'stringVersion', 'permissions', 'pictures', 'settings', 'isDemo']
const keyOf = (name: string) => name.slice('settings.'.length)

describe('the table of fields', () => {
  test('lists every field of the card and of its settings', () => {
    expect(Object.keys(Card.shape).toSorted()).toEqual([...others, ...publicNames].toSorted())
    const settings = Object.keys(CardSettings.shape).map((key) => key.replace('{product}M', 'm').replace('homepageSettings', 'homepage'))
    expect(settings.toSorted()).toEqual(settingNames.map(keyOf).toSorted())
    expect(Object.keys(StoredSettings.shape).toSorted()).toEqual(settingNames.map(keyOf).toSorted())
    expect(Object.keys(CardFields.shape).toSorted()).toEqual([...columnNames, 'settings'].toSorted())
    expect(Object.keys(DraftFields.shape).toSorted()).toEqual(draftNames.toSorted())
  })

  test('names only permissions, switches and fields that exist', () => {
    const rows = Object.values(fieldOf)
    const defined = <T>(list: readonly (T | undefined)[]) => list.filter((one) => one !== undefined)
    expect(homepageKeys).toEqual(expect.arrayContaining(defined(rows.map(({ toggle }) => toggle))))
    expect(Object.keys(permissions)).toEqual(expect.arrayContaining(rows.flatMap((row) => row.permissions ?? [])))
    expect(flagColumns).toEqual(expect.arrayContaining(defined(rows.map(({ enabledBy }) => enabledBy))))
  })

  const values: Readonly<Record<string, string>> = {
    line: 'words',
    prose: 'words',
    email: 'a@example.com',
    color: '#1f533f',
    link: 'https://a.example/',
    code: '',
    flag: 'true',
    profile: '2',
    template: '6',
    experiments: '[]',
    rights: 'QRCode',
    menus: '[]',
    reviews: '[]',
    json: '{}',
    homepage: '{"ShowName":false}',
    capture: '{"timeout":4}',
    license: '{"show":true,"number":"1"}',
    tagLine: '{"show":true,"text":"t"}',
    align: 'left',
    size: 'lg',
    action: '{"key":"k","route":"home","text":"t","type":1}',
    qr: '{"hide":true}',
    location: '{"lat":1,"lng":1,"address":{"address_line_1":"a","city":"c","state":"s","zip_code":"z"}}',
  }
  test.each([...columnNames, ...settingNames])('cards set reaches %s', (name) => {
    const [field = '', ...inside] = name.split('.')
    const read = readFields([`${name}=${values[fieldOf[name].kind]}`], {})
    expect(Object.keys(read)).toEqual([field])
    expect(inside.length === 0 ? read : read.settings).toHaveProperty(inside[0] ?? field)
  })
})
