import { z } from 'zod'
import {
  columnNames,
  fieldOf,
  phoneNames,
  settingNames,
  type CardField,
  type FieldName,
  type KindOf,
  type SettingName,
} from './card-fields.ts'
import { Card, CardSettings, CustomReview, FontSize, LayoutAlign, MenuItem } from './cards.ts'
import { captureDelayMaxSeconds } from '../constants.ts'
import { issueCode } from '../input-issues.ts'
import { homepageKeys } from './drawing.ts'
import { permissions, type Permission } from '../permissions.ts'
import { formatPhone, isPhone } from '#common/text/phone.ts'

const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema])
const { connectClientsSetting, licenseNumber, tagLine, triggerAction, QRCode, location } = CardSettings.shape

const upTo = (max: number) => z.string().max(max)
const WrittenMenu = z.strictObject({
  ...MenuItem.shape,
  key: upTo(80),
  label: upTo(80),
  route: upTo(2000),
  cssClass: upTo(80),
  seoTitle: upTo(200),
  seoDescription: upTo(400),
  seoKeywords: upTo(400),
})
const WrittenReview = z.strictObject({
  ...CustomReview.shape,
  key: upTo(80),
  source: upTo(120),
  title: upTo(300),
  review: upTo(5000),
  reviewer: upTo(200),
})
const coordinate = (most: number) => z.number().min(-most).max(most)

const isLabels = (text: string) => {
  const labels = text.split(',')
  return labels.length <= 20 && labels.every((label) => label.trim().length <= 60)
}
const Capture = z.strictObject({
  ...connectClientsSetting.shape,
  timeout: z.number().min(0, issueCode('secondsInvalid')).max(captureDelayMaxSeconds, issueCode('secondsInvalid')),
  applyTags: z.string().refine(isLabels, issueCode('tooManyLabels')),
})

/** The schema of each kind of field in requests. Unknown keys in a document are errors, not dropped. */
const kinds = {
  line: ({ max = 200 }: CardField) => z.string().trim().max(max),
  prose: ({ max = 4000 }: CardField) => z.string().max(max),
  email: () => orEmpty(z.email()),
  color: () => orEmpty(z.string().regex(/^(#?[0-9a-f]{3,8}|rgba?\([\d\s,./%]+\))$/i, issueCode('colorInvalid'))),
  link: () => orEmpty(z.url({ protocol: /^https$/, error: issueCode('linkNotSecure') }).max(2000)),
  code: ({ pattern = /^$/ }: CardField) => orEmpty(z.string().regex(pattern)),
  flag: () => z.boolean(),
  profile: () => Card.shape.profile,
  template: () => Card.shape.gradeServiceTemplateId.positive(),
  experiments: () => z.array(z.strictObject(Card.shape.experiments.element.shape)).max(40),
  rights: () => z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])).max(30),
  menus: () => z.array(WrittenMenu).max(60),
  reviews: () => z.array(WrittenReview).max(200),
  json: () => z.record(z.string(), z.json()),
  homepage: () => z.partialRecord(z.enum(homepageKeys), z.boolean()),
  capture: () => Capture.partial(),
  license: ({ max = 200 }: CardField) => z.strictObject({ ...licenseNumber.shape, number: z.string().max(max) }),
  tagLine: ({ max = 200 }: CardField) => z.strictObject({ ...tagLine.shape, text: z.string().max(max) }),
  align: () => LayoutAlign,
  size: () => FontSize,
  action: ({ max = 200 }: CardField) => z.strictObject({ ...triggerAction.unwrap().shape, text: z.string().max(max) }).nullable(),
  qr: () => z.strictObject(QRCode.shape),
  location: () =>
    location
      .unwrap()
      .extend({ lat: coordinate(90), lng: coordinate(180) })
      .nullable(),
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

const typedPhone = z
  .string()
  .trim()
  .max(200)
  .refine((typed) => typed === '' || isPhone(typed), issueCode('phoneWrong'))
  .overwrite(formatPhone)

/** The same fields as an administrator types them: phone numbers are checked and formatted. An archive’s stay as they are. */
export const TypedCardFields = CardFields.extend(
  Object.fromEntries(phoneNames.map((name) => [name, typedPhone.optional()])) as Pick<typeof CardFields.shape, (typeof phoneNames)[number]>,
)
