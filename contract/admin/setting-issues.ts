/** What can be wrong with a setting that administrators change, for the terminal. Pages write `settingIssue.CODE` of `messages/`. */
export const settingIssues = {
  wholeNumber: 'must be a whole number from {min} to {max}, not “{text}”.',
  factor: 'must be a number from 0.01 to 1000, not “{text}”.',
  textLength: 'must be at most {max} characters without < and >, not “{text}”.',
  phone: 'must be a phone number, not “{text}”.',
  address: 'must be an address such as {example}, not “{text}”.',
  addressWithUser: 'must not contain a user or a password, because people see it.',
  addressWithPath: 'must end after the host: {origin}',
  tiles: 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png',
  onOrOff: 'must be on or off, not “{text}”.',
  oneOf: 'must be one of {choices}, not “{text}”.',
  money: 'must be an amount such as 15 or 14.90, not “{text}”.',
  currency: 'must be a currency such as USD or EUR, not “{text}”.',
  spaces: 'must not contain spaces or line breaks.',
  exampleSecret: 'is an example or shorter than {min} characters. Set the real one.',
  examplePassword: 'contains an example password. Set the real one.',
  mailServer:
    'must be an address such as smtps://user:password@mail.example.com (special characters in the password encoded, such as %40 for @).',
  sender: 'must be a sender such as Cards <cards@example.com>, not “{text}”.',
  signUp: 'must be open, invited, off, or mail domains such as example.com, *.example.org, not “{text}”.',
  backupTarget: 'must be a folder such as /mnt/backups, or s3://BUCKET/FOLDER, not “{text}”.',
  backupFolder: 'must be an existing folder that the server can write to, not “{text}”.',
  interval: 'must be hours or days such as 6h or 1d, not “{text}”.',
  backupKeep: 'must be numbers of days, weeks and months such as 7d 4w 6m, not “{text}”.',
  captchaKeys:
    'is {captcha}, which needs a key and a secret. Set CAPTCHA_SITE_KEY and CAPTCHA_SECRET, or leave CAPTCHA at proof-of-work, which needs neither.',
  geocoderKey: 'is google, which needs a key. Set GEOCODER_KEY, or choose nominatim or off.',
  stripeKeys:
    'and STRIPE_WEBHOOK_SECRET work only together: without the second, events from Stripe cannot be verified. Set both, or neither.',
  httpsWithoutProxy:
    'is https, but Carte itself serves http on {host}. Put a proxy that ends TLS in front and set TRUST_PROXY=on, or set HOST=127.0.0.1.',
  http: 'must be https://{host}: over http, phones cannot install a card or receive notifications, and anyone on the network can read the traffic.',
  backupBucket: 'is a bucket, which also needs {names}. Set them, or name a folder.',
  passphraseUnused:
    'is set, but BACKUP_TO is not and BACKUP_BEFORE_MIGRATE is off, so no backup would be made. Set BACKUP_TO, or remove BACKUP_PASSPHRASE_FILE.',
  storageUnused: 'is set, but STORAGE is disk, so pictures would go to DATA_DIR. Set STORAGE=s3, or unset {name}.',
  unknownSetting: 'is not a setting.',
  setByEnvironment: 'is set by its environment variable.',
  environmentOnly: 'can only be set as an environment variable.',
} as const
