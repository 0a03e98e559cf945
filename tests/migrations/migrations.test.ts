import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readMigrations } from '#server/database/migrate.ts'
import { issuesOf } from './rules.ts'

const [, lastMigration = ''] = readFileSync(new URL('../previous-release.txt', import.meta.url), 'utf8').split('\n')
const newer = readMigrations().filter(({ name }) => name > lastMigration)

/** When the newest file was added: a new one moves it. Whatever this machine's clock says. */
const newestAt = Date.parse('2026-12-01T07:20Z')

test('every file is named by its UTC minute, none in the future', () => {
  for (const { name } of readMigrations()) {
    const [, date, hour, minute] = /^(\d{8})(\d\d)(\d\d)-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/.exec(name) ?? []
    const made = Date.parse(`${date?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hour}:${minute}Z`)
    expect(made, name).toBeLessThanOrEqual(newestAt)
  }
})

test('the migrations of the previous release are unchanged', () => {
  expect(readMigrations().map(({ name }) => name)).toContain(lastMigration)
})

test('no migration since then breaks the previous release', () => {
  expect(newer.flatMap(({ name, statements }) => issuesOf(statements.join('\n')).map((issue) => `${name} ${issue}`))).toEqual([])
})

describe('the rules', () => {
  test.each([
    ['drop table contact;', 'takes away'],
    ['alter table contact drop column notes;', 'takes away'],
    ['alter table contact rename column notes to words;', 'renames'],
    ['alter table contact add column mood text not null;', 'must be filled'],
    ['alter table contact alter column notes set not null;', 'forbids null'],
    ['alter table contact alter column notes type jsonb;', 'changes a type'],
    ['alter table contact add constraint short check (length(notes) < 9);', 'not valid'],
    ['create index by_mood on contact (mood);', 'concurrently'],
  ])('reject %s', (sql, why) => {
    expect(issuesOf(sql)).toEqual([expect.stringContaining(why)])
  })

  test.each([
    'create unlogged table mood (id uuid primary key, word text not null); create index by_word on mood (word); alter table mood add constraint w check (true);',
    'alter table contact add column mood text; alter table contact add column seen boolean not null default false;',
    '-- no transaction\ncreate index concurrently by_mood on contact (mood);',
    'alter table contact add constraint short check (length(notes) < 9) not valid;',
    '-- contracts: nothing reads it since the release of May\nalter table contact drop column mood;',
    `-- drop table contact;\ninsert into installation values ('drop table contact', '{}', now());`,
  ])('allow %s', (sql) => {
    expect(issuesOf(sql)).toEqual([])
  })
})
