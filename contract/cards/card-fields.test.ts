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
    const { kind, input } = fieldOf[name]
    const read = readFields([`${name}=${input?.type === 'tel' ? '207 555 0142' : values[kind]}`], {})
    expect(Object.keys(read)).toEqual([field])
    expect(inside.length === 0 ? read : read.settings).toHaveProperty(inside[0] ?? field)
  })

  const location = (lat: number, lng: number) => ({ lat, lng, address: { address_line_1: '', city: '', state: '', zip_code: '' } })
  const menu = { key: 'k', version: 3, type: 1, show: true, route: 'home', cssClass: '', label: '', weight: 10, editable: true }
  const seo = { seoTitle: '', seoDescription: '', seoKeywords: '' }
  const review = { key: 'k', source: '', stars: 5, date: '', title: '', review: '', reviewer: '', show: true, weight: 10 }
  test.each<[string, unknown]>([
    ['gradeServiceTemplateId', 0],
    ['gradeServiceTemplateId', -1],
    ['settings.connectClientsSetting.timeout', -5],
    ['settings.connectClientsSetting.timeout', 601],
    ['settings.connectClientsSetting.applyTags', 'a,'.repeat(20)],
    ['settings.connectClientsSetting.applyTags', 'a'.repeat(61)],
    ['settings.location', location(90.1, 0)],
    ['settings.location', location(0, -180.1)],
    ['menus', [{ ...menu, ...seo, label: 'a'.repeat(81) }]],
    ['reviews', [{ ...review, review: 'a'.repeat(5001) }]],
  ])('no way of writing takes %s=%o', (name, value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readFields([`${name}=${text}`], {})).toThrow('Nothing was changed.')
    const inside = name.split('.').reduceRight<unknown>((part, step) => ({ [step]: part }), value)
    expect(CardFields.safeParse(inside).success).toBe(false)
  })

  test('cards set explains a limit in the words of the editor', () => {
    const set = (word: string) => () => readFields([word], {})
    expect(set('settings.connectClientsSetting.timeout=-5')).toThrow('Enter a number of seconds from 0 to 600. You entered “-5”.')
    expect(set(`settings.connectClientsSetting.applyTags=${'a'.repeat(61)}`)).toThrow('You can have up to 20 labels of 60 characters.')
  })
})
