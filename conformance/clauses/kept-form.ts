/** Numbers that people write with blanks and signs which part them, of customers and of settings. */
const NUMBERS: readonly string[] = ['phone', 'phone_number', 'tax_number', 'tax_id', 'eori_number']

/** Whether a number is kept without what parts it, or in other letters: its form is open (question input.strings). */
export const isBared = (field: string, sent: unknown, shown: unknown): boolean =>
  NUMBERS.includes(field) && isKeptBy(bare, sent, shown)

/** The same of any text of a record: blanks in a row may become one. Free text of settings comes back as it was sent. */
export const isRewritten = (field: string, sent: unknown, shown: unknown): boolean =>
  isBared(field, sent, shown) || isKeptBy(withSingleBlanks, sent, shown)

const isKeptBy = (form: (text: string) => string, sent: unknown, shown: unknown): boolean =>
  typeof sent === 'string' && typeof shown === 'string' && sent !== shown && form(sent) === form(shown)

const bare = (number: string): string => number.replaceAll(/[\s()./-]/g, '').toUpperCase()

const withSingleBlanks = (text: string): string => text.replaceAll(/ {2,}/g, ' ')
