/** What the operator does with addresses that are kept back. */
export { addReservedAlias, listReservedAliases, removeReservedAlias } from './reserved-aliases.ts'
