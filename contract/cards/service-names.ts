/** The catalog's names are fixed by the API; readers see the brand's own spelling. */
const brands: Readonly<Record<string, string>> = {
  'Linked In': 'LinkedIn',
  Twitter: 'X',
  'Active Rain': 'ActiveRain',
  'Next Door': 'Nextdoor',
  Homelight: 'HomeLight',
  'Vls Homes': 'VLS Homes',
  Whatsapp: 'WhatsApp',
}

export const brandName = (serviceName: string): string => brands[serviceName] ?? serviceName

const shorter: Readonly<Record<string, string>> = {
  'Facebook Business': 'Facebook',
  'Google Business': 'Google',
  'Better Business Bureau': 'BBB',
}

/** For tiles and narrow rows. The whole name if another service beside it has the short one. */
export function shortName(serviceName: string, beside: readonly { serviceName: string }[] = []): string {
  const short = shorter[serviceName]
  return short && beside.every((other) => other.serviceName !== short) ? short : brandName(serviceName)
}
