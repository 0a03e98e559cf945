import { link, review, service, type Person } from '../person.ts'

/** A card without a subscription and picture: hidden content comes back with PRO. */
export const free: Person = {
  alias: 'free',
  plan: 'FREE',
  visitors: { contacts: 9, busy: 7 },
  fields: {
    firstName: 'Tess',
    lastName: 'Okafor-Lindqvist',
    fullName: 'Tess Okafor-Lindqvist',
    title: 'Property Manager',
    bio: 'I look after ninety-one front doors and know which of them stick in August.',
    companyName: 'Lantern Row Rentals',
    companyAddress: '3 Lantern Row',
    companyCity: 'Burlington',
    companyState: 'VT',
    companyZip: '05401',
    companyCountry: 'US',
    emailAddress: 'tess@example.com',
    phoneNumber: '(802) 555-0119',
    officePhoneNumber: '(802) 555-0120',
    eCardTheme: 'default',
    eCardBackgroundColor: '#fdf9f3',
    eCardTextColor: '#2a1820',
    eCardContactBackground: '#612946',
    eCardContactColor: '#fff7ee',
    eCardIconBackground: '#f5e6ea',
    eCardIconColor: '#612946',
    eCardHeaderIconColor: '#2a1820',
    settings: { tagLine: { show: true, text: 'Keys, kept.' } },
    menus: [
      link('vacancies', 'Vacancies', 'https://lanternrow.example/vacancies', { weight: 110, icon: 'house', about: 'Two this month' }),
    ],
    reviews: [
      review('hale', 10, {
        source: 'Shared with me',
        stars: 5,
        date: '2025-09-02',
        title: 'She came at midnight',
        review: 'The boiler gave up and Tess did not.',
        reviewer: 'R. Hale',
      }),
    ],
    showVideoOnHomepage: true,
    videoUrl: 'https://lanternrow.example/film.mp4',
    videoPosterUrl: 'https://lanternrow.example/film.jpg',
  },
  services: [
    { gradeServiceId: service.instagram, directLink: 'https://www.instagram.com/lanternrow', weight: 10 },
    { gradeServiceId: service.facebook, directLink: 'https://www.facebook.com/lanternrow', weight: 20 },
  ],
  pictures: {},
}
