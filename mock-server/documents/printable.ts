const ASCII = /^[ -~]*$/

/** Text as it can be set: composed, tabs as spaces, without the characters that control and draw nothing. */
export function printable(text: string): string {
  if (ASCII.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
}
