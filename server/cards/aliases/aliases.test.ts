import { describe, expect, test } from 'vitest'
import { isProfane, suggestAliases } from './alias-state.ts'
import { readAlias } from '../public/read-alias.ts'
import { skeletonOf } from './skeleton-of.ts'

describe('AUTH-8 a typed alias', () => {
  test.each([
    ['José Núñez', 'jose-nunez'],
    ['Łukasz Øster', 'lukasz-oster'],
    ['  Maren.Vos_42 ', 'maren-vos-42'],
    ['Straße', 'strasse'],
    ['Maximiliana Wolfeschlegelsteinhausen-Bergerdorff von Hohenfels', 'maximiliana-wolfeschlegelsteinhausen-bergerdorff-von'],
    [`${'a'.repeat(30)} ${'b'.repeat(29)} c`, `${'a'.repeat(30)}-${'b'.repeat(29)}`],
    ['Ștefan Țuțea', 'stefan-tutea'],
    ['O’Brien & Sons', 'obrien-sons'],
    ['Мария', 'mariya'],
    ['--x--', 'x'],
    ['x'.repeat(90), 'x'.repeat(60)],
  ])('%s becomes %s, without a trick in it', (typed, alias) => {
    expect(readAlias(typed)).toEqual({ alias, isDisguised: false })
  })

  test.each([
    ['pаypal', 'paypal'],
    ['gοogle', 'google'],
    ['ｍａｒｅｎ', 'maren'],
    ['ma\u200bren', 'maren'],
    ['𝓶𝓪𝓻𝓮𝓷', 'maren'],
  ])('letters that only look like ours are known: %s', (typed, alias) => {
    expect(readAlias(typed)).toEqual({ alias, isDisguised: true })
  })

  test.each([
    ['maren-vos', 'marenvos'],
    ['bill', 'b1ll'],
    ['modern', 'modem'],
    ['anna-lind', 'annalind'],
    ['zoo', 'z00'],
    ['vvendy', 'wendy'],
  ])('%s and %s look the same', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  test('different names have different skeletons', () => {
    const names = ['anna', 'anne', 'hanna', 'ana', 'jon', 'john', 'maren', 'marin']
    expect(new Set(names.map(skeletonOf)).size).toBe(names.length)
  })
})

describe('AUTH-8 profane words', () => {
  test.each(['fuck-you', 'f-u-c-k', 'sh1t', 'fuuuuck', 'my-a55', 'big-arschloch', 'putain', 'pute-77', 'pizda-mea', 'n1gger', 'hitler88'])(
    '%s is refused',
    (alias) => expect(isProfane(alias)).toBe(true),
  )

  test.each([
    'dickinson',
    'cassandra',
    'scunthorpe-homes',
    'dominique',
    'nazir-khan',
    'ignazio',
    'matsushita',
    'hancock',
    'cockburn',
    'essex-estates',
    'assunta',
    'bass-fishing',
    'grape-vine',
    'analyst',
    'penistone',
    'cumberland',
    'titus',
    'dick-van-dyke',
    'swank',
    'compute',
    'bitewell',
    'peacock',
    'shiitake',
    'thapa-rai',
    'therapist',
    'class-of-77',
    'pornthip',
    'curvaceous',
  ])('%s is a name like any other', (alias) => expect(isProfane(alias)).toBe(false))
})

describe('ACCOUNT-1 suggestions', () => {
  test('start with the name', () => {
    expect(suggestAliases('Maren Ellis Vos', '').slice(0, 4)).toEqual(['maren-ellis-vos', 'maren-vos', 'marenvos', 'm-vos'])
  })
  test('work with one word and without a name', () => {
    expect(suggestAliases('Zoë', '')[0]).toBe('zoe')
    expect(suggestAliases('', 'bakery')).toContain('bakery-2')
    expect(suggestAliases('', '')).toEqual([])
  })
  test('are valid for long and foreign names', () => {
    for (const name of ['Wolfeschlegelsteinhausenbergerdorff '.repeat(4), 'Мария Кюри', '山田 太郎', '-- !!'])
      for (const one of suggestAliases(name, '')) expect(one).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/)
  })
  test('end after a whole word', () => {
    const name = 'Maximiliana Wolfeschlegelsteinhausen Bergerdorff Hohenfels'
    expect(suggestAliases(name, '')).toContain('hello-maximiliana-wolfeschlegelsteinhausen-bergerdorff')
  })
})
