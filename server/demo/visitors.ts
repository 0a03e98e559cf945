import { randomUUID } from 'node:crypto'
import { addLabels, insertContact } from '#server/contacts/contact-store.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { addToDays, addToFigures, addToViewTotals } from '#server/visits/visit-store.ts'

const dayMs = 86_400_000

type Product = { productName: string; productSlug: string }
type DemoContact = {
  name: string
  company?: string
  title?: string
  message?: string
  labels?: string[]
  street?: string
  ownerNote?: string
}

/** Invented contacts of a demo card, with reserved email addresses and phone numbers. */
const people: readonly DemoContact[] = [
  {
    name: 'Tobias Wren',
    company: 'Wren & Daughters Bookshop',
    message: 'Looking for a storefront with rooms above.',
    labels: ['Open house'],
    street: '8 Lantern Street',
    ownerNote: 'Met at the Ferry Point open house. Call before Friday about the corner unit.',
  },
  { name: 'Amara Field', company: 'Field Pediatrics', message: 'Met you at the Ferry Point open house.', labels: ['Buyer'] },
  { name: 'June Okada', labels: ['Buyer'] },
  { name: 'Owen Marsh', company: 'Marsh Joinery', message: 'Joinery for the old schoolhouse.', labels: ['Seller'] },
  { name: 'Lucía Bellmont', labels: ['Seller'], street: '21 Quay Row' },
  { name: 'Caleb Thorne', company: 'Thorne Survey', title: 'Surveyor' },
  { name: 'Rosalind Sayre', labels: ['Open house'], message: 'Is the cottage still open on Sunday?' },
  { name: 'Dorothea Pike', labels: ['Buyer', 'Open house'] },
  { name: 'Silas Hartwell', company: 'Hartwell & Sons' },
  { name: 'Mina Vasquez', labels: ['Buyer'], ownerNote: 'Wants a garden, two bedrooms, near the school.' },
  { name: 'Ezra Lindqvist', title: 'Architect', company: 'Lindqvist Studio' },
  { name: 'Imogen Castellanos', labels: ['Seller'], message: 'Thinking of selling in spring. What would the market bear?' },
  { name: 'Bartholomew Featherstonehaugh', company: 'Featherstonehaugh, Featherstonehaugh & Partners' },
  { name: 'نور الهاشمي', labels: ['Buyer'], message: 'مرحبا، أبحث عن شقة قريبة من الميناء.' },
  { name: 'Wendell Abara', street: '3 Mill Lane' },
  { name: 'Greta Solheim', labels: ['Open house'] },
]

/** Seeds a demo card's contacts and two months of visits, the same each time. */
export async function seedVisitors(
  tx: Db,
  subjectId: string,
  { contacts, busy }: { contacts: number; busy: number },
  { productName, productSlug }: Product,
  now: Date,
) {
  for (const [place, person] of people.slice(0, contacts).entries()) await seedContact(tx, subjectId, person, { place, productName, now })
  await addLabels(
    tx,
    subjectId,
    people.slice(0, contacts).flatMap(({ labels = [] }) => [productName, ...labels]),
  )
  if (busy <= 0) return
  const rows = days(busy, productSlug, now).map((row) => ({ ...row, subjectId }))
  await addToDays(tx, rows)
  await addToFigures(tx, rows)
  await addToViewTotals(tx, rows)
}

async function seedContact(
  tx: Db,
  subjectId: string,
  { name: fullName, company = '', title = '', message = '', labels = [], street = '', ownerNote }: DemoContact,
  { place, productName, now }: { place: number; productName: string; now: Date },
) {
  const [name = '', ...rest] = fullName.split(' ')
  // Three today and yesterday, then one every few days.
  const dateCreated = new Date(now.getTime() - (place < 3 ? place * 9 * 3_600_000 : (place - 1) * 2.6 * dayMs))
  await insertContact(
    tx,
    {
      subjectId,
      id: newId(dateCreated.getTime()),
      submissionId: randomUUID(),
      name,
      lastName: rest.join(' '),
      fullName,
      title,
      companyName: company,
      emailAddress: `${
        fullName
          .normalize('NFKD')
          .replace(/[^A-Za-z ]/g, '')
          .trim()
          .toLowerCase()
          .replace(/\s+/g, '.') || 'noor'
      }@example.com`,
      phoneNumber: `(207) 555-0${150 + place}`,
      address: street,
      ...(street ? { city: 'Port Hadley', state: 'ME', zip: '04101' } : {}),
      notes: message,
      ownerNotes: ownerNote ? [{ Created: dateCreated.toISOString(), Note: ownerNote }] : [],
      tags: [productName, ...labels],
      viewed: place > 2,
      dateCreated,
    },
    null,
  )
}

const daysBack = 60
/** Clicks per hundred views. */
const clicks = {
  Instagram: 9,
  'Facebook Business': 5,
  LinkedIn: 3,
  YouTube: 2,
  Website: 7,
  'Call Me': 3,
  'Email Me': 2,
  'Text Me': 2,
  Share: 1,
}

/** Shares per hundred views, by the names that the share sheet reports. */
const sharedBy = { Text: 2.5, 'Copy Link': 2, Email: 1.5, Whatsapp: 1, 'QR Code': 0.7, More: 0.4 }
const advanced = ['Instagram', 'Zillow']

/** A percentage of the views as an integer, with deterministic variation. */
const part = (views: number, percent: number, back: number) => Math.round((views * percent) / 100 + ((back * 7) % 3) / 3)

function days(busy: number, slug: string, now: Date) {
  return Array.from({ length: daysBack }, (_, back) => {
    const day = new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10)
    // A slow rise, weekly waves and some variation, deterministic so that every start shows the same card.
    const wave = 1 + 0.45 * Math.sin((back * 2 * Math.PI) / 7) + 0.2 * Math.sin(back * 1.7)
    const views = Math.max(1, Math.round(busy * wave * (1.15 - back / 150)))
    const row = (name: string, dimension: string, value: string, count: number) => ({ day, name, dimension, value, count })
    return [
      row(`open_${slug}`, 'platform_used', 'Mobile', Math.ceil(views * 0.7)),
      row(`open_${slug}`, 'platform_used', 'Desktop', Math.floor(views * 0.3)),
      row('page_view', 'page_name', 'home', views),
      row('page_view', 'page_name', 'about', Math.round(views * 0.3)),
      row('page_view', 'page_name', 'reviews', Math.round(views * 0.4)),
      row('page_view', 'page_name', 'connect', Math.round(views * 0.25)),
      row('page_view', 'page_name', 'contact', Math.round(views * 0.2)),
      row('page_view', 'page_name', 'review', Math.round(views * 0.1)),
      row('page_view', 'page_name', 'vCard', Math.round(views * 0.15)),
      ...Object.entries(sharedBy).map(([way, share]) =>
        row(`share_${slug}_location`, `share_${slug}_location`, way, part(views, share, back)),
      ),
      ...advanced.map((service, place) => row('advanced_sharing', 'advanced_sharing', service, part(views, 2 - place / 2, back))),
      row('collect_client_data', 'collect_client_data', 'connected', part(views, 2, back)),
      row('v_card_download', 'platform_used', 'file', part(views, 6, back)),
      ...Object.entries(clicks).map(([value, share]) => row('homepage_click', 'homepage_click', value, part(views, share, back))),
    ].filter(({ count }) => count > 0)
  }).flat()
}
