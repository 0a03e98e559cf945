import { expect, test } from 'vitest'
import { contactFieldsOf } from '#common/contact-fields.ts'
import { personOf, targetOf } from './import-columns.ts'

const outlook =
  'Title,First Name,Last Name,Suffix,Company,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Business Phone,Home Phone 2,Mobile Phone,E-mail Address,E-mail 2 Address,Web Page,Categories,Notes'.split(
    ',',
  )
const cells =
  'Dr.,Amara,Field,,Acme,Buyer,1 Main St,Redmond,WA,98052,United States,8 Lantern St,Port Hadley,ME,04001,,111,2075550102,207.555.0103,a@x.example,b@x.example,x.example,Friends;Fair,Hi'.split(
    ',',
  )

test('every column of an Outlook export is known; further values go into the notes', () => {
  const targets = outlook.map(targetOf)
  expect(outlook.filter((_, at) => targets[at] === null)).toEqual([])
  const { card, labels } = personOf(targets, cells)
  expect(contactFieldsOf(card)).toEqual({
    name: 'Amara',
    lastName: 'Field',
    phoneNumber: '(207) 555-0103',
    emailAddress: 'a@x.example',
    title: 'Buyer',
    companyName: 'Acme',
    address: '1 Main St',
    city: 'Redmond',
    state: 'WA',
    zip: '98052',
    notes: '111\n2075550102\nb@x.example\nx.example\n8 Lantern St, Port Hadley, ME, 04001\nHi',
  })
  expect(labels).toEqual(['Friends', 'Fair'])
})

test('a short row costs little, however many columns the file has', () => {
  let reads = 0
  const targets = new Proxy(
    Array.from({ length: 1000 }, () => targetOf('First Name')),
    {
      get: (all, key) => {
        reads++
        return Reflect.get(all, key) as unknown
      },
    },
  )
  expect(personOf(targets, ['Ada']).card.names.first).toBe('Ada')
  expect(reads).toBeLessThan(10)
})

test.each(['Given Name', 'Organization 1 - Title', 'Phone 3 - Type', 'Address 2 - Postal Code', 'E-mail 4 - Value', 'email_1_value'])(
  '“%s” is known from Google',
  (heading) => {
    expect(targetOf(heading)).not.toBeNull()
  },
)

test.each(['Birthday', 'Shoe Size', '', 'constructor', 'Phonetic First Name'])('“%s” is not known', (heading) => {
  expect(targetOf(heading)).toBeNull()
})
