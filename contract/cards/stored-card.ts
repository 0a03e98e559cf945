import { z } from 'zod'
import { columnNames, fieldOf, settingNames, type CardField, type FieldName, type KindOf, type SettingName } from './card-fields.ts'
import { Card, CardSettings, CustomReview, FontSize, LayoutAlign, MenuItem } from './cards.ts'
import { homepageKeys } from './drawing.ts'
import { permissions, type Permission } from '../permissions.ts'

const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema])
const { connectClientsSetting, licenseNumber, tagLine, triggerAction, QRCode, location } = CardSettings.shape

/** The schema of each kind of field in requests. Unknown keys in a document are errors, not dropped. */
const kinds = {
  line: ({ max = 200 }: CardField) => z.string().trim().max(max),
  prose: ({ max = 4000 }: CardField) => z.string().max(max),
  email: () => orEmpty(z.email()),
  color: () => orEmpty(z.string().regex(/^(#?[0-9a-f]{3,8}|rgba?\([\d\s,./%]+\))$/i, 'Enter a color such as #1f533f.')),
  link: () => orEmpty(z.url({ protocol: /^https$/, error: 'The link must start with https://' }).max(2000)),
  code: ({ pattern = /^$/ }: CardField) => orEmpty(z.string().regex(pattern)),
  flag: () => z.boolean(),
  profile: () => Card.shape.profile,
  template: () => Card.shape.gradeServiceTemplateId,
  experiments: () => z.array(z.strictObject(Card.shape.experiments.element.shape)).max(40),
  rights: () => z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])).max(30),
  menus: () => z.array(z.strictObject(MenuItem.shape)).max(60),
  reviews: () => z.array(z.strictObject(CustomReview.shape)).max(200),
  json: () => z.record(z.string(), z.json()),
  homepage: () => z.partialRecord(z.enum(homepageKeys), z.boolean()),
  capture: () => z.strictObject(connectClientsSetting.shape).partial(),
  license: ({ max = 200 }: CardField) => z.strictObject({ ...licenseNumber.shape, number: z.string().max(max) }),
  tagLine: ({ max = 200 }: CardField) => z.strictObject({ ...tagLine.shape, text: z.string().max(max) }),
  align: () => LayoutAlign,
  size: () => FontSize,
  action: ({ max = 200 }: CardField) => z.strictObject({ ...triggerAction.unwrap().shape, text: z.string().max(max) }).nullable(),
  qr: () => z.strictObject(QRCode.shape),
  location: () => location,
}
type WrittenKind = keyof typeof kinds

/** The request schemas of these fields. */
export function fieldsWritten<Name extends FieldName>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, kinds[fieldOf[name].kind as WrittenKind](fieldOf[name])])) as {
    [N in Name]: ReturnType<(typeof kinds)[KindOf<N> & WrittenKind]>
  }
}

type Stored = { [N in SettingName as N extends `settings.${infer Key}` ? Key : never]: ReturnType<typeof fieldsWritten<N>>[N] }
const stored = Object.entries(fieldsWritten(settingNames)).map(([name, schema]) => [name.slice('settings.'.length), schema])

/** A card's settings as stored: only values that were set, with no product name in the keys. */
export const StoredSettings = z.strictObject(Object.fromEntries(stored) as Stored).partial()
export type StoredSettings = z.output<typeof StoredSettings>

/** Every column of a card that can be changed, with its limits. */
export const CardFields = z.strictObject({ ...fieldsWritten(columnNames), settings: StoredSettings }).partial()
export type CardFields = z.output<typeof CardFields>
