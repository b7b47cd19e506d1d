import { asEntity } from '../../../schemas/printing/escape.ts'
import type { Write } from './bodies.ts'
import { type Faults, ofEach } from './mutant.ts'
import type { OneOrMore } from './operations.ts'
import { eachText, sending } from './writes.ts'

/** What can become of a text between being sent and being shown. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'Quotes, ampersands and angle brackets come back as HTML entities': (text) =>
    text.replaceAll(/[&<>"']/g, asEntity),
  'An apostrophe comes back with a backslash before it': (text) => text.replaceAll("'", String.raw`\'`),
  'A backslash before a letter is taken away': (text) => text.replaceAll(/\\(?=\w)/g, ''),
  'A percent sign with two hexadecimal digits behind it is decoded': (text) =>
    text.replaceAll(/%([0-7][\da-f])/gi, (_all, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  'What stands between angle brackets is taken out': (text) => text.replaceAll(/<[^>]*>/g, ''),
  'Characters outside the basic plane become question marks': (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'Characters beyond Latin-1 are lost': (text) => Buffer.from(text, 'latin1').toString('latin1'),
  'Texts end after 64 characters': (text) => text.slice(0, 64),
}

/** What free text must survive as well; of names and the like it is open. */
const CHANGES_OF_FREE_TEXT: typeof CHANGES = {
  'Several spaces in a row become one': (text) => text.replaceAll(/ {2,}/g, ' '),
  'Line breaks become spaces': (text) => text.replaceAll(/\r?\n/g, ' '),
  'Letters with combining accents come back composed': (text) => text.normalize('NFC'),
  'Texts end after 255 characters': (text) => text.slice(0, 255),
  'Texts end after 32,767 bytes': (text) => Buffer.from(text).subarray(0, 32_767).toString(),
  'Line breaks of two characters become those of one': (text) => text.replaceAll('\r\n', '\n'),
  'Line and paragraph separators become line breaks': (text) => text.replaceAll(/[\u2028\u2029]/g, '\n'),
  'Signs that say how the one before them looks are taken out': (text) => text.replaceAll('\uFE0F', ''),
  'A text that is a time comes back with milliseconds': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? new Date(text).toISOString() : text,
}

const faultsOf = (changes: typeof CHANGES, writes: OneOrMore<Write>): Faults =>
  ofEach(Object.entries(changes), ([says, change]) => ({ [says]: sending(writes, eachText(change)) }))

/** Faults of the texts that any write can send. */
export const textFaults = (writes: OneOrMore<Write>): Faults => faultsOf(CHANGES, writes)

/** Faults of free text. */
export const freeTextFaults = (writes: OneOrMore<Write>): Faults =>
  faultsOf({ ...CHANGES, ...CHANGES_OF_FREE_TEXT }, writes)
