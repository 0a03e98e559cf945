/** Fields of a form with settings that are no setting of their own. */
export const domainsField = 'SIGN_UP domains'
/** What the form began with. */
export const beforeField = (name: string) => `${name} before`
export const removeField = (name: string) => `${name} remove`
