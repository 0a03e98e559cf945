const meant: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** Small letters without their marks, and those that signs stand in for. */
export const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[@$\d]/g, (sign) => meant[sign] ?? sign)
