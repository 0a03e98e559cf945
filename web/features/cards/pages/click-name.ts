/** The name that a click on a service is counted under; reports use other spellings for some. */
export const clickName = (serviceName: string) => ({ 'Linked In': 'LinkedIn' })[serviceName] ?? serviceName
