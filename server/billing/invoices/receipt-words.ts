const en = {
  tag: 'en-US',
  receipt: 'Receipt',
  number: 'Number',
  date: 'Date',
  card: 'Card',
  paidBy: 'Paid by',
  refunded: 'Given back',
  paid: 'Paid',
}

const fr: typeof en = {
  tag: 'fr-FR',
  receipt: 'Reçu',
  number: 'Numéro',
  date: 'Date',
  card: 'Carte de visite',
  paidBy: 'Payé par',
  refunded: 'Remboursé',
  paid: 'Payé',
}

const ro: typeof en = {
  tag: 'ro-RO',
  receipt: 'Chitanță',
  number: 'Număr',
  date: 'Data',
  card: 'Carte de vizită',
  paidBy: 'Plătit de',
  refunded: 'Restituit',
  paid: 'Plătit',
}

/** A receipt's words, in the language of who reads it. */
export function receiptWords(language: string): typeof en {
  if (language.startsWith('fr')) return language === 'fr-CA' ? { ...fr, tag: 'fr-CA' } : fr
  return language.startsWith('ro') ? ro : en
}
