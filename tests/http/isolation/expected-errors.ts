/** Calls that also fail with the caller's own ids, as this test sends them, and why. */
export const expectedErrors: Record<string, string> = {
  'accounts.addPasskey': 'needs the signature of a device',
  'accounts.changePassword': 'the password sent does not meet the rules',
  'accounts.confirmEmail': 'no link was mailed',
  'billing.subscribe': 'the card already has a subscription',
  'media.upload': 'the bytes sent are not an image',
  'contacts.createImport': 'the bytes sent are not an address book',
  'contacts.undoImport': 'the import did not run',
  'connections.replaceKey': 'the connection is not to a CRM',
  'push.test': 'the push service does not know the device',
  'cards.readImportFile': 'the bytes sent are not a card',
  'cards.readImportPage': 'there is no page at the address sent',
  'cards.create': 'the account is scheduled for deletion',
  'cards.requestClaimCode': 'a card with an owner cannot be claimed',
  'cards.claim': 'a card with an owner cannot be claimed',
  'privacy.requestDeletion': 'requires a typed confirmation',
}

/** Calls about a card without an owner: an owned card is reported as missing. */
export const aboutUnownedCards: ReadonlySet<string> = new Set(['cards.create', 'cards.requestClaimCode', 'cards.claim'])
