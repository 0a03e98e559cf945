import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LineChart, type ChartPoint } from './line-chart.tsx'

const words = { name: 'Views', point: 'Day', now: 'This week', before: 'Last week', empty: 'Nothing yet' }
const day = (name: string, value: number, before = 0): ChartPoint => ({
  label: name,
  name: `${name} in full`,
  value,
  before,
  valueText: `${value} views`,
  beforeText: `${before} before`,
})
const draw = (points: ChartPoint[]) => renderToStaticMarkup(<LineChart points={points} words={words} writeNumber={String} />)

describe('a line chart before any script', () => {
  test('is complete: both lines, the axis, and every number in a table', () => {
    const html = draw([day('Mon', 3, 1), day('Tue', 8, 2)])
    expect(html.match(/<path class="(area|before|now)" d="M/g)).toHaveLength(3)
    expect(html).toContain('<tr><th scope="row">Tue in full</th><td>8</td><td>2</td></tr>')
    expect(html).toMatch(/role="slider"[^>]*aria-valuetext="8 views, Tue in full"/)
    expect(html).not.toContain(words.empty)
  })

  test('without views shows a flat line and a message', () => {
    const html = draw([day('Mon', 0), day('Tue', 0)])
    expect(html).toContain(words.empty)
    const [, path = ''] = /class="now" d="([^"]+)"/.exec(html) ?? []
    const heights = path.match(/[\d.]+/g)?.filter((_, at) => at % 2 === 1)
    expect(new Set(heights).size).toBe(1)
  })

  test('has no inline style or script', () => {
    expect(draw([day('Mon', 3)])).not.toMatch(/ style=| on[a-z]+=|<script/)
  })
})
