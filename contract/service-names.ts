/** The catalogue's names are the API's; where room is short, people read the names that they know. */
const shorter: Readonly<Record<string, string>> = {
  'Facebook Business': 'Facebook',
  'Google Business': 'Google',
  'Linked In': 'LinkedIn',
  Whatsapp: 'WhatsApp',
  'Next Door': 'Nextdoor',
  'Better Business Bureau': 'BBB',
}

export const shortName = (serviceName: string): string => shorter[serviceName] ?? serviceName
