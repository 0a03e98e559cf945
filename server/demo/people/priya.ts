import { priyaElsewhere } from './reviews-elsewhere.ts'
import { onHome, service, type Person } from '../person.ts'

const lenderTemplate = 6

export const priya: Person = {
  alias: 'priya',
  elsewhere: priyaElsewhere,
  plan: 'PRO',
  visitors: { contacts: 6, busy: 12 },
  fields: {
    firstName: 'Priya',
    lastName: 'Venn',
    fullName: 'Priya Venn',
    title: 'Senior Loan Officer',
    bio: 'A loan is arithmetic and patience. I bring both.\n\nI ask for every paper once, tell you why, and call when I said I would. If the answer is no, you hear it from me early and with a plan for yes.',
    companyName: 'Northlight Lending',
    companyAddress: '88 Commercial Street',
    companyCity: 'Portland',
    companyState: 'ME',
    companyZip: '04101',
    companyCountry: 'US',
    emailAddress: 'priya.venn@example.com',
    phoneNumber: '(207) 555-0183',
    officePhoneNumber: '(207) 555-0120',
    directPhoneNumber: '(207) 555-0184',
    eCardTheme: 'compass',
    eCardBackgroundColor: '#ffffff',
    eCardTextColor: '#0f0f0f',
    eCardContactBackground: '#0f0f0f',
    eCardContactColor: '#ffffff',
    eCardIconBackground: '#ffffff',
    eCardIconColor: '#0f0f0f',
    eCardHeaderIconColor: '#0f0f0f',
    eCardCompanyLogoImage: 'northlight',
    gradeServiceTemplateId: lenderTemplate,
    showZillowReviews: true,
    zillowWebServicesId: '1948207',
    settings: {
      tagLine: { show: true, text: 'The plainest path from offer to keys.' },
      licenseNumber: { show: true, number: 'NMLS 1948207' },
      mobileLayoutAlign: 'left',
      location: {
        lat: 43.6591,
        lng: -70.2568,
        address: { address_line_1: '88 Commercial Street', city: 'Portland', state: 'ME', zip_code: '04101' },
      },
    },
    digitalBusinessCardMetaDescription: 'Priya Venn lends for homes at Northlight Lending in Portland, Maine. NMLS 1948207.',
  },
  services: [
    { gradeServiceId: service.linkedIn, directLink: 'https://www.linkedin.com/in/priyavenn', weight: 10 },
    { gradeServiceId: service.facebook, directLink: 'https://www.facebook.com/northlightlending', weight: 20 },
    { gradeServiceId: service.instagram, directLink: 'https://www.instagram.com/northlightlending', weight: 30 },
    { gradeServiceId: service.google, directLink: 'https://maps.google.com/?cid=2075550183', weight: 40, capabilities: onHome },
    {
      gradeServiceId: service.zillow,
      directLink: 'https://www.zillow.com/lender-profile/priyavenn',
      weight: 50,
      reviewLink: 'https://www.zillow.com/lender-review/priyavenn',
    },
  ],
  pictures: { profile: { file: 'portrait-priya.svg', width: 1000 }, logo: { file: 'logo-northlight.svg', width: 272 } },
}
