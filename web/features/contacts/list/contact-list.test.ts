import { describe, expect, test } from 'vitest'
import { aContact } from '../../../../tests/samples/a-contact.ts'
import { changeList, lastOf, listOf } from './contact-list.ts'

const all = { q: '', label: '' }
const wren = { q: 'wren', label: '' }
const ten = Array.from({ length: 10 }, () => aContact())
const page = (results = ten, totalCount = 25, hiddenCount = 0) => ({ results, metaData: { totalCount, hiddenCount, heldCount: 0 } })

describe('MYC-1 the list of contacts', () => {
  test('grows page by page, each behind the last contact one has, until all are there', () => {
    const first = listOf(all, page())
    expect(lastOf(first)).toEqual({ dateCreated: ten[9]?.dateCreated, id: ten[9]?.id })
    const more = changeList(changeList(first, { did: 'ask', of: all, isMore: true }), {
      did: 'come',
      of: all,
      isMore: true,
      page: page(Array.from({ length: 10 }, () => aContact())),
    })
    expect([more.rows.length, more.isEnd]).toEqual([20, false])
    const whole = changeList(more, { did: 'come', of: all, isMore: true, page: page([aContact(), aContact()]) })
    expect([whole.rows.length, whole.isEnd]).toEqual([22, true])
  })

  test('has nobody twice, whatever came in meanwhile', () => {
    const again = changeList(listOf(all, page()), { did: 'come', of: all, isMore: true, page: page([...ten.slice(8), aContact()]) })
    expect(again.rows).toHaveLength(11)
  })

  test('an answer to an older search changes nothing', () => {
    const asked = changeList(listOf(all, page()), { did: 'ask', of: wren, isMore: false })
    expect(changeList(asked, { did: 'come', of: all, isMore: true, page: page() })).toBe(asked)
    expect(changeList(asked, { did: 'fail', of: all, isMore: true })).toBe(asked)
    expect(changeList(asked, { did: 'come', of: wren, isMore: false, page: page([]) }).rows).toEqual([])
  })

  test('keeps its rows where the next ones could not be read, and asks for the same again', () => {
    const stuck = changeList(listOf(all, page()), { did: 'fail', of: all, isMore: true })
    expect([stuck.state, stuck.rows.length, lastOf(stuck)?.id]).toEqual(['failed', 10, ten[9]?.id])
  })

  test('where a search could not be read, the rows of the one before do not stand for it', () => {
    const failed = changeList(changeList(listOf(all, page()), { did: 'ask', of: wren, isMore: false }), {
      did: 'fail',
      of: wren,
      isMore: false,
    })
    expect([failed.state, lastOf(failed)]).toEqual(['failed', undefined])
  })

  test('MYC-3 who was looked at is no longer new; who was erased is gone and not counted', () => {
    const id = ten[0]?.id ?? ''
    const seen = changeList(listOf(all, page()), { did: 'change', id, to: { viewed: true } })
    expect(seen.rows.filter(({ viewed }) => viewed).map((row) => row.id)).toEqual([id])
    const less = changeList(seen, { did: 'erase', id })
    expect([less.rows.length, less.total]).toEqual([9, 24])
  })

  test('a page further on knows how many lie before it', () => {
    expect(listOf(all, page(ten, 20), 10).isEnd).toBe(true)
    expect(listOf(all, page(ten, 25), 10).isEnd).toBe(false)
  })
})
