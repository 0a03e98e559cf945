import { describe, expect, test } from 'vitest'
import { backupKeep, backupTarget, interval } from '#server/settings/readers.ts'
import { chooseOutdated, isDue, nameOf, nextBackupAt, nextRehearsalAt, ownBackups, timeOf } from './schedule.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = new Date('2026-11-26T03:10:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const good = (ms: number) => ({ startedAt: ago(ms), endedAt: ago(ms - 60_000), error: null })
const failed = (ms: number) => ({ ...good(ms), error: 'full' as const })
const own = '1a2b3c4d'

describe('what is kept', () => {
  /** A backup every night for a year, the newest last. */
  const nightly = Array.from({ length: 365 }, (_, day) => nameOf(own, ago((364 - day) * dayMs)))
  const retainedOf = (names: string[], keep: string) => {
    const outdated = chooseOutdated(names, own, backupKeep(keep), now)
    return names.filter((name) => !outdated.includes(name)).toReversed()
  }

  test('is the newest of each of the last days, weeks and months', () => {
    expect(retainedOf(nightly, '3d 3w 3m').map((name) => name.slice(6, 14))).toEqual([
      '20261126',
      '20261125',
      '20261124',
      // Sundays, then the last days of months.
      '20261122',
      '20261115',
      '20261031',
      '20260930',
    ])
  })

  test('counts periods that have a backup, so that a long pause deletes nothing', () => {
    const old = [nameOf(own, ago(400 * dayMs)), nameOf(own, ago(399 * dayMs))]
    expect(retainedOf([...old, nameOf(own, now)], '3d')).toHaveLength(3)
  })

  test('is one per day for several a day, unless hours are kept too', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => nameOf(own, new Date(now.getTime() + hour * hourMs)))
    expect(retainedOf(hourly, '7d')).toHaveLength(2)
    expect(retainedOf(hourly, '12h 7d')).toHaveLength(12)
  })

  test('is the newest by a right clock, and what a wrong one dated ahead', () => {
    const ahead = nameOf(own, ago(-300 * dayMs))
    expect(ownBackups([...nightly, ahead], own, now)[0]).toBe(nameOf(own, now))
    expect(retainedOf([...nightly, ahead], '1d')).toEqual([ahead, nameOf(own, now)])
  })

  test('is always the newest, and every file that is not ours', () => {
    expect(retainedOf(nightly, '0d')).toEqual([nameOf(own, now)])
    const foreign = [
      nameOf('ffffffff', ago(900 * dayMs)),
      'carte-2020-01-01.backup',
      `${nameOf(own, now)}.unfinished-1a2b3c4d`,
      'notes.txt',
    ]
    expect(chooseOutdated([...nightly, ...foreign], own, backupKeep('0d'), now)).not.toEqual(
      expect.arrayContaining([expect.stringContaining('notes')]),
    )
    for (const name of foreign) expect(chooseOutdated([...nightly, ...foreign], own, backupKeep('0d'), now)).not.toContain(name)
  })
})

describe('when the next one is due', () => {
  test('at once without one, and then at its interval', () => {
    expect(nextBackupAt([], dayMs, now)).toEqual(now)
    expect(nextBackupAt([good(hourMs)], dayMs, now)).toEqual(ago(hourMs - dayMs))
  })

  test('within the hour after a failure, and a month or a day later for rehearsals', () => {
    expect(nextBackupAt([failed(10 * 60_000), good(2 * dayMs)], dayMs, now)).toEqual(ago(10 * 60_000 - hourMs))
    expect(nextBackupAt([failed(10 * 60_000)], hourMs, now)).toEqual(ago(10 * 60_000 - hourMs))
    expect(nextRehearsalAt([good(dayMs)], now)).toEqual(ago(-29 * dayMs))
    expect(nextRehearsalAt([failed(hourMs), good(40 * dayMs)], now)).toEqual(ago(hourMs - dayMs))
  })

  test('at its interval after an error that another try does not change', () => {
    const without = { ...good(2 * hourMs), error: 'without-images' as const }
    expect(nextBackupAt([without, good(2 * dayMs)], dayMs, now)).toEqual(ago(2 * hourMs - dayMs))
    expect(nextRehearsalAt([{ ...good(dayMs), error: 'not-restored' }], now)).toEqual(ago(-29 * dayMs))
  })

  test('within the hour after one that never ended', () => {
    expect(nextBackupAt([{ ...good(hourMs), endedAt: null }, good(2 * dayMs)], dayMs, now)).toEqual(now)
  })

  test('ignores runs that a wrong clock dated ahead', () => {
    expect(nextBackupAt([failed(-300 * dayMs), good(-300 * dayMs), good(hourMs)], dayMs, now)).toEqual(ago(hourMs - dayMs))
    expect(nextBackupAt([good(-300 * dayMs)], dayMs, now)).toEqual(now)
  })

  test('a failure does not bring the next one forward', () => {
    expect(nextBackupAt([failed(hourMs), good(2 * hourMs)], dayMs, now)).toEqual(ago(2 * hourMs - dayMs))
  })

  test('a check that comes a moment early counts', () => {
    expect(isDue(new Date(now.getTime() + 60_000), now)).toBe(true)
    expect(isDue(new Date(now.getTime() + 600_000), now)).toBe(false)
  })
})

test('a name says when a backup was made and whose it is', () => {
  const name = nameOf(own, now)
  expect(name).toBe('carte-20261126T031000Z-1a2b3c4d.backup')
  expect(timeOf(name, own)).toEqual(now)
  expect(timeOf(name, 'ffffffff')).toBeNull()
  expect(timeOf('carte-20269926T031000Z-1a2b3c4d.backup', own)).toBeNull()
  expect(ownBackups([nameOf(own, ago(dayMs)), 'x', name], own, now)).toEqual([name, nameOf(own, ago(dayMs))])
})

describe('the settings', () => {
  test('accept a folder, a bucket, hours, days and numbers to keep', () => {
    expect(backupTarget('/mnt/backups/')).toBe('/mnt/backups/')
    expect(backupTarget('s3://carte-backups/cards/')).toBe('s3://carte-backups/cards')
    expect([interval('6h'), interval('1d')]).toEqual([6 * hourMs, dayMs])
    expect(backupKeep('7d 4w 6m')).toEqual({ hours: 0, days: 7, weeks: 4, months: 6 })
  })

  test.each([
    [backupTarget, 'backups'],
    [backupTarget, 's3://UPPER'],
    [backupTarget, 'ftp://host/folder'],
    [interval, '0d'],
    [interval, '30m'],
    [interval, 'daily'],
    [backupKeep, '7'],
    [backupKeep, '7d,4w'],
    [backupKeep, 'all'],
  ])('refuse what they do not know with what they are (%#)', (read, text) => {
    expect(() => read(text)).toThrow(/^must be .* such as /)
  })
})
