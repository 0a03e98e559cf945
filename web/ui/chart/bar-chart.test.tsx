import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarChart } from './bar-chart.tsx'

test('a figure is above the taller of its two bars', () => {
  const bars = [
    { label: 'Mon', value: 18, before: 50 },
    { label: 'Tue', value: 50, before: 18 },
  ]
  const words = { name: 'Views', period: 'Day', now: 'This week', before: 'Last week' }
  const html = renderToStaticMarkup(<BarChart bars={bars} words={words} writeNumber={String} />)
  const tops = [...html.matchAll(/<rect[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y))
  const figures = [...html.matchAll(/<text[^>]* y="([\d.]+)">\d+</g)].map(([, y]) => Number(y))
  expect([tops.length, figures.length]).toEqual([4, 2])
  expect(Math.max(...figures)).toBeLessThan(Math.min(...tops))
})
