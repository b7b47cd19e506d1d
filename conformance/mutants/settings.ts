import { settingsOf } from '../../mock-server/store/store.ts'
import type { SettingsRecord } from '../../mock-server/store/records.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import { counter, forgetting } from './memory.ts'
import { afterHandler, all, around, changing, fresh, type Change, type Mutant } from './mutant.ts'
import { lookingTooEarly } from './races.ts'
import {
  eachText,
  fieldsOf,
  inField,
  savingWhatItRefuses,
  sending,
  setting,
  taming,
  tamingFields,
  without,
  type Fields,
} from './writes.ts'

/** Faults of /settings. */
export const SETTINGS_MUTANTS: readonly Mutant[] = [
  {
    id: 'settings.not-found',
    clause: 'settings.read',
    says: 'A store that has never changed its settings is answered not-found.',
    mutate: fresh(() => {
      const changed = new Set<string>()
      return all(
        afterHandler('updateSettings', ({ context }) => void changed.add(context.store.record.name)),
        around('readSettings', (request, handler) => {
          if (!changed.has(request.context.store.record.name)) throw new Refusal('not-found')
          return handler(request)
        }),
      )
    }),
  },
  {
    id: 'settings.read-empty',
    clause: 'settings.read',
    says: 'GET /settings answers an empty object as settings.',
    mutate: changing('readSettings', 'settings', () => ({})),
  },
  {
    id: 'settings.resets-flags',
    clause: 'settings.partial-update',
    says: 'An update sets all booleans to false that it does not include.',
    deep: true,
    mutate: editingAfter((fields, settings) =>
      Object.fromEntries(
        Object.entries(settings)
          .filter(([name, value]) => value === true && !(name in fields) && name !== 'email_dkim_verified')
          .map(([name]) => [name, false]),
      ),
    ),
  },
  {
    id: 'settings.resets-reminders',
    clause: 'settings.partial-update',
    says: 'An update that leaves it out sets payment_reminder_when to before.',
    deep: true,
    mutate: editingAfter((fields) =>
      'payment_reminder_when' in fields ? {} : { payment_reminder_when: 'before' },
    ),
  },
  {
    id: 'settings.due-days-reset',
    clause: 'settings.partial-update',
    says: 'An update that leaves it out sets default_due_days to 30.',
    mutate: editingAfter((fields) => ('default_due_days' in fields ? {} : { default_due_days: 30 })),
  },
  {
    id: 'settings.false-ignored',
    clause: 'settings.partial-update',
    says: 'An update to false is ignored.',
    deep: true,
    mutate: sending(
      'updateSettings',
      without((value) => value === false),
    ),
  },
  {
    id: 'settings.zero-ignored',
    clause: 'settings.partial-update',
    says: 'An update to 0 is ignored.',
    deep: true,
    mutate: sending(
      'updateSettings',
      without((value) => value === 0),
    ),
  },
  {
    id: 'settings.empty-ignored',
    clause: 'settings.round-trip',
    says: 'An update to an empty text is ignored.',
    deep: true,
    mutate: sending(
      'updateSettings',
      without((value) => value === ''),
    ),
  },
  {
    id: 'settings.addresses-swapped',
    clause: 'settings.partial-update',
    says: 'address2 and address3 are swapped when an update includes both.',
    deep: true,
    mutate: sending('updateSettings', (fields) =>
      'address2' in fields && 'address3' in fields
        ? { ...fields, address2: fields['address3'], address3: fields['address2'] }
        : fields,
    ),
  },
  {
    id: 'settings.first-field-only',
    clause: 'settings.partial-update',
    says: 'Of several fields only the first is saved; the answer shows all.',
    deep: true,
    mutate: around('updateSettings', (request, handler) => {
      const before = settingsOf(request.context.store)
      const answer = handler(request)
      const after = settingsOf(request.context.store)
      const [[name, value] = []] = Object.entries(fieldsOf(request))
      const saved = name === undefined ? {} : { [name]: value }
      request.context.store.settings.set('settings', { ...before, ...saved, revision: after.revision })
      return answer
    }),
  },
  {
    id: 'settings.answer-only',
    clause: 'settings.partial-update',
    says: 'tax_office_name is answered as sent, but not saved.',
    mutate: around('updateSettings', (request, handler) => {
      const { store } = request.context
      const { tax_office_name } = settingsOf(store)
      const answer = handler(request)
      store.settings.set('settings', { ...settingsOf(store), tax_office_name })
      return answer
    }),
  },
  {
    id: 'settings.answer-of-before',
    clause: 'settings.partial-update',
    says: 'An update answers the settings as they were before it.',
    mutate: around('updateSettings', (request, handler) => {
      const { revision: _revision, ...settings } = settingsOf(request.context.store)
      return { ...handler(request), body: { settings } }
    }),
  },
  {
    id: 'settings.replica',
    clause: 'settings.partial-update',
    says: 'Every second read comes from a copy that lags one update behind.',
    deep: true,
    mutate: fresh(() => {
      const copies = new Map<string, SettingsRecord>()
      const count = counter<string>()
      return all(
        around('updateSettings', (request, handler) => {
          const before = settingsOf(request.context.store)
          const answer = handler(request)
          copies.set(request.context.store.record.name, before)
          return answer
        }),
        changing('readSettings', 'settings', (settings, { context }) => {
          const name = context.store.record.name
          const copy = copies.get(name)
          if (count(name) % 2 === 1 || !copy) return settings
          const { revision: _revision, ...shown } = copy
          return shown
        }),
      )
    }),
  },
  {
    id: 'settings.updates-lost',
    clause: 'settings.partial-update',
    says: 'Of two simultaneous updates of different fields one is lost: each writes all fields over what it read before.',
    deep: true,
    mutate: lookingTooEarly('updateSettings', settingsOf, (seen, { context }) => {
      context.store.settings.set('settings', seen)
    }),
  },
  {
    id: 'settings.locale-and-format',
    clause: 'settings.partial-update',
    says: 'A new locale also changes datetime_format.',
    deep: true,
    mutate: editingAfter((fields) =>
      'locale' in fields && !('datetime_format' in fields) ? { datetime_format: 'DD/MM/YYYY HH:mm' } : {},
    ),
  },
  {
    id: 'settings.custom-email-off',
    clause: 'settings.partial-update',
    says: 'use_custom_email false empties the subject and the body of the email.',
    deep: true,
    mutate: editingAfter(({ use_custom_email }) =>
      use_custom_email === false ? { email_subject_template: '', email_body_template: '' } : {},
    ),
  },
  {
    id: 'settings.bcc-follows-email',
    clause: 'settings.partial-update',
    says: 'A new email is also written to invoice_from_email.',
    deep: true,
    mutate: editingAfter((fields) =>
      'email' in fields && !('invoice_from_email' in fields) ? { invoice_from_email: fields['email'] } : {},
    ),
  },
  {
    id: 'settings.third-update-lost',
    clause: 'settings.partial-update',
    says: 'Every third update is answered, but not saved.',
    deep: true,
    mutate: fresh(() => {
      const count = counter<string>()
      return forgetting('updateSettings', ({ context }) => count(context.store.record.name) % 3 === 0)
    }),
  },
  {
    id: 'settings.twitter-ignored',
    clause: 'settings.partial-update',
    says: 'twitter_url cannot be changed.',
    deep: true,
    mutate: sending(
      'updateSettings',
      without((_value, field) => field === 'twitter_url'),
    ),
  },
  {
    id: 'settings.email-locale-set',
    clause: 'settings.output-only',
    says: 'email_locale can be set.',
    mutate: setting('updateSettings', ['email_locale']),
  },
  {
    id: 'settings.dkim-set',
    clause: 'settings.output-only',
    says: 'email_dkim_verified can be set.',
    deep: true,
    mutate: setting('updateSettings', ['email_dkim_verified']),
  },
  {
    id: 'settings.reminder-during',
    clause: 'settings.invalid',
    says: 'payment_reminder_when takes any word as after.',
    mutate: reminding((when) => (['before', 'after'].includes(when) ? when : 'after')),
  },
  {
    id: 'settings.reminder-in-capitals',
    clause: 'settings.invalid',
    says: 'payment_reminder_when is accepted in other letter case.',
    deep: true,
    mutate: reminding((when) => when.toLowerCase()),
  },
  {
    id: 'settings.reminder-empty',
    clause: 'settings.invalid',
    says: 'An empty payment_reminder_when is accepted and ignored.',
    deep: true,
    mutate: tamingFields(
      'updateSettings',
      without((value, field) => field === 'payment_reminder_when' && value === ''),
    ),
  },
  {
    id: 'settings.object-as-text',
    clause: 'settings.invalid',
    says: 'An object in the place of a text is accepted and ignored.',
    mutate: tamingFields(
      'updateSettings',
      without((value) => typeof value === 'object'),
    ),
  },
  {
    id: 'settings.array-as-text',
    clause: 'settings.invalid',
    says: 'Of an array the first member is taken.',
    deep: true,
    mutate: tamingFields('updateSettings', (fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      ),
    ),
  },
  {
    id: 'settings.flat-body',
    clause: 'settings.invalid',
    says: 'The fields are also taken when they are not under settings.',
    deep: true,
    mutate: taming('updateSettings', (sent) =>
      isPlain(sent) && !('settings' in sent) ? { settings: sent } : sent,
    ),
  },
  {
    id: 'settings.refused-saved',
    clause: 'settings.invalid',
    says: 'An update with an invalid field is refused, but its other fields are saved.',
    deep: true,
    mutate: savingWhatItRefuses('updateSettings'),
  },
  {
    id: 'settings.line-breaks-lost',
    clause: 'settings.round-trip',
    says: 'Line breaks become spaces.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll(/\r?\n/g, ' ')),
    ),
  },
  {
    id: 'settings.spaces-collapsed',
    clause: 'settings.round-trip',
    says: 'Several spaces in a row become one.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll(/ {2,}/g, ' ')),
    ),
  },
  {
    id: 'settings.quotes-escaped',
    clause: 'settings.round-trip',
    says: 'Quotes come back as HTML entities.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
    ),
  },
  {
    id: 'settings.tags-stripped',
    clause: 'settings.round-trip',
    says: 'What stands between angle brackets is taken out.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll(/<[^>]*>/g, '')),
    ),
  },
  {
    id: 'settings.emoji-lost',
    clause: 'settings.round-trip',
    says: 'Characters outside the basic plane become question marks.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
  },
  {
    id: 'settings.latin-only',
    clause: 'settings.round-trip',
    says: 'Characters beyond Latin-1 are lost.',
    mutate: sending(
      'updateSettings',
      eachText((text) => Buffer.from(text, 'latin1').toString('latin1')),
    ),
  },
  {
    id: 'settings.composed',
    clause: 'settings.round-trip',
    says: 'Letters with combining accents come back composed.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.normalize('NFC')),
    ),
  },
  {
    id: 'settings.cut-at-255',
    clause: 'settings.round-trip',
    says: 'footer_message ends after 255 characters.',
    deep: true,
    mutate: sending(
      'updateSettings',
      inField('footer_message', (message) => String(message).slice(0, 255)),
    ),
  },
  {
    id: 'settings.backslash-read',
    clause: 'settings.round-trip',
    says: 'A backslash before a letter is taken away.',
    deep: true,
    mutate: sending(
      'updateSettings',
      eachText((text) => text.replaceAll(/\\(?=\w)/g, '')),
    ),
  },
  {
    id: 'settings.empty-refused',
    clause: 'settings.empty-update',
    says: 'An update with no field is unprocessable.',
    mutate: around('updateSettings', (request, handler) => {
      if (Object.keys(fieldsOf(request)).length === 0)
        throw new Refusal('unprocessable', { settings: ["can't be empty"] })
      return handler(request)
    }),
  },
  {
    id: 'settings.empty-resets-texts',
    clause: 'settings.empty-update',
    says: 'An update with no field empties the texts that are not needed on documents.',
    deep: true,
    mutate: editingAfter((fields) =>
      Object.keys(fields).length === 0 ? { footer_message: '', tax_office_name: '', facebook_url: '' } : {},
    ),
  },
  {
    id: 'settings.empty-undoes',
    clause: 'settings.empty-update',
    says: 'An update with no field takes the update before it back.',
    deep: true,
    mutate: fresh(() => {
      const before = new Map<string, SettingsRecord>()
      return around('updateSettings', (request, handler) => {
        const { store } = request.context
        const name = store.record.name
        const now = settingsOf(store)
        const earlier = before.get(name)
        if (Object.keys(fieldsOf(request)).length === 0 && earlier)
          store.settings.set('settings', { ...earlier, revision: now.revision })
        else before.set(name, now)
        return handler(request)
      })
    }),
  },
]

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes more than an update includes, in the answer too. */
function editingAfter(more: (fields: Fields, settings: SettingsRecord) => Fields): Change {
  return around('updateSettings', (request, handler) => {
    const { store } = request.context
    const answer = handler(request)
    const { revision, ...settings } = settingsOf(store)
    const next = { ...settings, ...more(fieldsOf(request), { ...settings, revision }) }
    store.settings.set('settings', { ...next, revision })
    return { ...answer, body: { settings: next } }
  })
}

/** Reads payment_reminder_when another way where it is refused. */
function reminding(read: (when: string) => string): Change {
  return tamingFields(
    'updateSettings',
    inField('payment_reminder_when', (when) => (typeof when === 'string' ? read(when) : when)),
  )
}
