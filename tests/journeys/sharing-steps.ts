import type { Visitor } from '../harness/visitor.ts'

export const services = [
  { gradeServiceId: 6, directLink: 'https://instagram.com/ada' },
  { gradeServiceId: 26, directLink: 'https://wa.me/12075550101' },
  { gradeServiceId: 20, directLink: 'https://yelp.com/biz/ada', reviewLink: 'https://yelp.com/writeareview/ada' },
]

export const shortening = [{ name: 'EnableShortCardLinks', enabled: true }]
export const sheet = ({ page }: Visitor) => page.getByRole('dialog', { name: /share/i })
