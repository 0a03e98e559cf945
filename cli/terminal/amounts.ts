export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function bytes(number: number): string {
  let unit = 0
  let amount = number
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`
}
