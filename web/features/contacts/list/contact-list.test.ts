import { describe, expect, test } from 'vitest'
import { aContact } from '../../../../tests/samples/a-contact.ts'
import { changeList, hasSameContacts, lastOf, listOf } from './contact-list.ts'

const all = { q: '', label: '' }
const wren = { q: 'wren', label: '' }
const ten = Array.from({ length: 10 }, () => aContact())
const page = (results = ten, totalCount = 25, hiddenCount = 0) => ({ results, metaData: { totalCount, hiddenCount, quarantinedCount: 0 } })

describe('MYC-1 the list of contacts', () => {
  test('grows page by page from its last contact until all are loaded', () => {
    const first = listOf(all, page())
    expect(lastOf(first)).toMatchObject({ dateCreated: ten[9]?.dateCreated, id: ten[9]?.id })
    const more = changeList(changeList(first, { type: 'request', of: all, isMore: true }), {
      type: 'receive',
      of: all,
      isMore: true,
      page: page(Array.from({ length: 10 }, () => aContact())),
    })
    expect([more.rows.length, more.isEnd]).toEqual([20, false])
    const whole = changeList(more, { type: 'receive', of: all, isMore: true, page: page([aContact(), aContact()]) })
    expect([whole.rows.length, whole.isEnd]).toEqual([22, true])
  })

  test('loads on past the thousand that a search counts', () => {
    const first = listOf(wren, page(ten, 1001), 990)
    expect(first).toMatchObject({ total: 1000, isOver: true, isEnd: false })
    const erased = changeList(first, { type: 'erase', id: ten[0]?.id ?? '' })
    expect(erased).toMatchObject({ total: 1000, isOver: true })
    expect(changeList(first, { type: 'receive', of: wren, isMore: true, page: page([aContact()], 0) }).isEnd).toBe(true)
    expect(listOf(all, page(ten, 1001), 990)).toMatchObject({ total: 1001, isOver: false })
  })

  test('no longer has the same contacts once one is erased, also beyond the count', () => {
    const first = listOf(wren, page(ten, 1001))
    const again = { type: 'receive', of: wren, isMore: false, page: page(ten, 1001) } as const
    expect(hasSameContacts(first, changeList(first, again))).toBe(true)
    const erased = changeList(first, { type: 'erase', id: ten[0]?.id ?? '' })
    expect(erased.total).toBe(first.total)
    expect(hasSameContacts(first, erased)).toBe(false)
    expect(hasSameContacts(first, changeList(erased, again))).toBe(false)
  })

  test('has no duplicates when new contacts arrive', () => {
    const again = changeList(listOf(all, page()), { type: 'receive', of: all, isMore: true, page: page([...ten.slice(8), aContact()]) })
    expect(again.rows).toHaveLength(11)
  })

  test('an answer to an outdated search is ignored', () => {
    const loading = changeList(listOf(all, page()), { type: 'request', of: wren, isMore: false })
    expect(changeList(loading, { type: 'receive', of: all, isMore: true, page: page() })).toBe(loading)
    expect(changeList(loading, { type: 'fail', of: all, isMore: true })).toBe(loading)
    expect(changeList(loading, { type: 'receive', of: wren, isMore: false, page: page([]) }).rows).toEqual([])
  })

  test('keeps its rows if the next page fails, and retries it', () => {
    const stuck = changeList(listOf(all, page()), { type: 'fail', of: all, isMore: true })
    expect([stuck.state, stuck.rows.length, lastOf(stuck)?.id]).toEqual(['failed', 10, ten[9]?.id])
  })

  test('a failed search does not show the previous rows', () => {
    const failed = changeList(changeList(listOf(all, page()), { type: 'request', of: wren, isMore: false }), {
      type: 'fail',
      of: wren,
      isMore: false,
    })
    expect([failed.state, lastOf(failed)]).toEqual(['failed', undefined])
  })

  test('MYC-3 a viewed contact is not new; a deleted one is gone and not counted', () => {
    const id = ten[0]?.id ?? ''
    const changed = changeList(listOf(all, page()), { type: 'change', id, to: { viewed: true } })
    expect(changed.rows.filter(({ viewed }) => viewed).map((row) => row.id)).toEqual([id])
    const less = changeList(changed, { type: 'erase', id })
    expect([less.rows.length, less.total]).toEqual([9, 24])
  })

  test('a later page knows how many contacts come before it', () => {
    expect(listOf(all, page(ten, 20), 10).isEnd).toBe(true)
    expect(listOf(all, page(ten, 25), 10).isEnd).toBe(false)
  })
})
