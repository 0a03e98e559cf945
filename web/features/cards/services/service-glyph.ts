import { ownProperty } from '#common/own-property.ts'
import type { BrandMark, IconName } from '../../../ui/icons/icon-names.ts'

export type Glyph = { mark: BrandMark } | { line: IconName } | { monogram: string }

const marks: Readonly<Record<string, BrandMark>> = {
  facebook: 'facebook',
  facebookbusiness: 'facebook',
  google: 'google',
  googlebusiness: 'google',
  googlesearchbyname: 'google',
  instagram: 'instagram',
  nextdoor: 'nextdoor',
  pinterest: 'pinterest',
  tiktok: 'tiktok',
  trulia: 'trulia',
  twitter: 'x',
  x: 'x',
  vimeo: 'vimeo',
  whatsapp: 'whatsapp',
  yelp: 'yelp',
  youtube: 'youtube',
  zillow: 'zillow',
  zillowreviews: 'zillow',
}

const lines: Readonly<Record<string, IconName>> = {
  website: 'globe',
  agentpage: 'globe',
  blog: 'newspaper',
  whatisyourhomeworth: 'house',
}

/** Services whose logo may not be used get a monogram. */
const monograms: Readonly<Record<string, string>> = {
  linkedin: 'in',
  realtor: 'R',
  betterbusinessbureau: 'BBB',
  bbb: 'BBB',
  ratemyagent: 'RMA',
  '55places': '55',
  fiftyfiveplaces: '55',
  experiencemanagementplatform: 'EMP',
  activerain: 'AR',
  vlshomes: 'VLS',
}

export function glyphOf(serviceName: string): Glyph {
  const key = serviceName.toLowerCase().replace(/[^a-z0-9]/g, '')
  const mark = ownProperty(marks, key)
  if (mark) return { mark }
  const line = ownProperty(lines, key)
  if (line) return { line }
  return { monogram: ownProperty(monograms, key) ?? serviceName.trim().charAt(0).toUpperCase() }
}
