import fc from '../../../../tests/samples/fast-check.ts'
import { expect, test } from 'vitest'
import { setMark, type MarkName, type Place } from './set-mark.ts'

/** `I |sell| houses`: the bars mark the selection. */
function placeIn(rendered: string): Place {
  const [before = '', selected = '', behind] = rendered.split('|')
  if (behind === undefined) return { value: before + selected, start: before.length, end: before.length }
  return { value: before + selected + behind, start: before.length, end: before.length + selected.length }
}
const rendered = ({ value, start, end }: Place) =>
  start === end ? `${value.slice(0, start)}|${value.slice(end)}` : `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`

test.each<[MarkName, string, string]>([
  ['bold', 'I |sell| houses', 'I **|sell|** houses'],
  ['bold', 'I **|sell|** houses', 'I |sell| houses'],
  ['bold', 'I |**sell**| houses', 'I |sell| houses'],
  ['bold', 'I| sell |houses', 'I **|sell|** houses'],
  ['bold', 'I | houses', 'I **|** houses'],
  ['bold', '|one\n\n- two|', '|**one**\n\n- **two**|'],
  ['bold', '|**one**\n\n- **two**|', '|one\n\n- two|'],
  ['bold', '|**one**\ntwo|', '|**one**\n**two**|'],
  ['list', '|\n- one', '- |\n- one'],
  ['italic', 'I |sell| houses', 'I *|sell|* houses'],
  ['italic', 'I **|sell|** houses', 'I ***|sell|*** houses'],
  ['italic', 'I ***|sell|*** houses', 'I **|sell|** houses'],
  ['bold', 'I ***|sell|*** houses', 'I *|sell|* houses'],
  ['list', 'before\no|ne\nafter', 'before\n- o|ne\nafter'],
  ['list', '- o|ne', 'o|ne'],
  ['list', '|one\n\ntwo|', '|- one\n\n- two|'],
  ['list', '|- one\ntwo|', '|- one\n- two|'],
  ['list', '|- one\n- two|', '|one\ntwo|'],
  ['list', '|', '- |'],
  ['link', 'see |my work| here', 'see [my work](|https://|) here'],
  ['link', 'see |https://example.com| here', 'see [|https://example.com|](https://example.com) here'],
  ['link', 'see |', 'see [|](https://)'],
])('ACCOUNT-2 %s: %j becomes %j', (mark, before, after) => {
  expect(rendered(setMark(placeIn(before), mark))).toBe(after)
})

test('ACCOUNT-2 a mark removes no character, whatever is selected', () => {
  const value = fc.array(fc.constantFrom('*', '**', '- ', '\n', ' ', '[', 'one', 'é'), { maxLength: 20 }).map((all) => all.join(''))
  const letters = (text: string) => text.replace(/https:\/\//g, '').replace(/[^\p{L}]/gu, '')
  fc.assert(
    fc.property(value, fc.nat(60), fc.nat(60), fc.constantFrom<MarkName>('bold', 'italic', 'list', 'link'), (value, a, b, mark) => {
      const [start = 0, end = 0] = [a, b].map((at) => Math.min(at, value.length)).toSorted((x, y) => x - y)
      const set = setMark({ value, start, end }, mark)
      expect(letters(set.value)).toBe(letters(value))
      expect([set.start >= 0, set.start <= set.end, set.end <= set.value.length]).toEqual([true, true, true])
    }),
  )
})
