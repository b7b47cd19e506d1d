import { settingsOf, type SettingsRecord, type Store } from '../../../mock-server/seams.ts'
import { fieldsOf as fieldsIn } from '../../../schemas/resources.ts'
import { isObject } from '../../server/client/exchange.ts'
import { afterHandler, around, changing, refusing } from './answers.ts'
import { isRunning } from './bulk.ts'
import { type Fields, savingWhatItRefuses, taming, tamingField, tamingFields } from './bodies.ts'
import { cacheFaults } from './cache-faults.ts'
import { counter, forgettingEach } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, ofEach, noting, rows } from './mutant.ts'
import { lookingTooEarly } from './races.ts'
import { freeTextFaults } from './text-faults.ts'
import { fieldsOf, ignoring, sending, setting, without } from './writes.ts'

const FIELDS = fieldsIn('resources/settings-input')

/** Faults of /settings. */
export const SETTINGS_FAULTS: FaultsOf<'settings'> = {
  'settings.read': {
    'A store that has never changed its settings is answered not-found': noting(Set<string>, (changed) => [
      afterHandler('updateSettings', ({ context }) => void changed.add(context.store.record.name)),
      refusing('readSettings', 'not-found', ({ context }) => !changed.has(context.store.record.name)),
    ]),
    'GET /settings answers an empty object as settings': changing('readSettings', 'settings', () => ({})),
  },
  'settings.partial-update': {
    ...cacheFaults('updateSettings', 'readSettings'),
    'A bulk action that ends writes the settings back as they were when it began': noting(
      Map<Store, SettingsRecord>,
      (begun) => [
        afterHandler('bulkPdf', ({ context: { store } }) => void begun.set(store, settingsOf(store))),
        around('readSettings', (request, handler) => {
          const { store } = request.context
          const before = begun.get(store)
          if (before && !isRunning(store, request) && begun.delete(store))
            store.settings.set('settings', before)
          return handler(request)
        }),
      ],
    ),
    ...rows(editingAfter, {
      'An update sets all booleans to false that it does not include': (fields, settings) =>
        Object.fromEntries(
          Object.entries(settings)
            .filter(([name, value]) => value === true && !(name in fields) && name !== 'email_dkim_verified')
            .map(([name]) => [name, false]),
        ),
      'An update that leaves it out sets payment_reminder_when to before': (fields) =>
        'payment_reminder_when' in fields ? {} : { payment_reminder_when: 'before' },
      'An update that leaves it out sets default_due_days to 30': (fields) =>
        'default_due_days' in fields ? {} : { default_due_days: 30 },
      'A new locale also changes datetime_format': (fields) =>
        'locale' in fields && !('datetime_format' in fields) ? { datetime_format: 'DD/MM/YYYY HH:mm' } : {},
      'use_custom_email false empties the subject and the body of the email': ({ use_custom_email }) =>
        use_custom_email === false ? { email_subject_template: '', email_body_template: '' } : {},
      'A new email is also written to invoice_from_email': (fields) =>
        'email' in fields && !('invoice_from_email' in fields) ? { invoice_from_email: fields['email'] } : {},
    }),
    'A creation for a draft order writes the settings back as they were after the creation before': noting(
      Map<Store, SettingsRecord>,
      (kept) =>
        afterHandler('createInvoice', ({ context: { store }, body }) => {
          const before = kept.get(store)
          const { next_invoice_number } = settingsOf(store)
          if (body['draft'] === true && before)
            store.settings.set('settings', { ...before, next_invoice_number })
          kept.set(store, settingsOf(store))
        }),
    ),
    'An update to false is ignored': ignoring('updateSettings', (value) => value === false),
    'An update to 0 is ignored': ignoring('updateSettings', (value) => value === 0),
    'address2 and address3 are swapped when an update includes both': sending('updateSettings', (fields) =>
      'address2' in fields && 'address3' in fields
        ? { ...fields, address2: fields['address3'], address3: fields['address2'] }
        : fields,
    ),
    'Of several fields only the first is saved; the answer shows all': savingOtherwise((before, fields) => ({
      ...before,
      ...Object.fromEntries(Object.entries(fields).slice(0, 1)),
    })),
    ...ofEach(Object.keys(FIELDS), (field) => ({
      [`${field} cannot be changed`]: ignoring('updateSettings', (_value, name) => name === field),
      [`${field} is answered as sent, but not saved`]: savingOtherwise(({ [field]: before }) => ({
        [field]: before,
      })),
    })),
    'An update answers the settings as they were before it': around('updateSettings', (request, handler) => {
      const { revision: _revision, ...settings } = settingsOf(request.context.store)
      return { ...handler(request), body: { settings } }
    }),
    'Every second read comes from a copy that lags one update behind': fresh(() => {
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
    'Of two simultaneous updates of different fields one is lost: each writes all fields over what it read before':
      lookingTooEarly('updateSettings', settingsOf, (seen, { context }) => {
        context.store.settings.set('settings', seen)
      }),
    'Every third update is answered, but not saved': forgettingEach(3, 'updateSettings'),
  },
  'settings.round-trip': {
    ...freeTextFaults('updateSettings'),
    'An update to an empty text is ignored': ignoring('updateSettings', (value) => value === ''),
  },
  'settings.output-only': {
    'email_locale can be set': setting('updateSettings', ['email_locale']),
    'email_dkim_verified can be set': setting('updateSettings', ['email_dkim_verified']),
  },
  'settings.invalid': {
    ...rows(reminding, {
      'payment_reminder_when takes any word as after': (when) =>
        ['before', 'after'].includes(when) ? when : 'after',
      'payment_reminder_when is accepted in other letter case': (when) => when.toLowerCase(),
    }),
    'An empty payment_reminder_when is accepted and ignored': tamingFields(
      'updateSettings',
      without((value, field) => field === 'payment_reminder_when' && value === ''),
    ),
    'An object in the place of a text is accepted and ignored': tamingFields(
      'updateSettings',
      without((value) => typeof value === 'object'),
    ),
    'Of an array the first member is taken': tamingFields('updateSettings', (fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      ),
    ),
    'The fields are also taken when they are not under settings': taming('updateSettings', (sent) =>
      isObject(sent) && !('settings' in sent) ? { settings: sent } : sent,
    ),
    'An update with an invalid field is refused, but its other fields are saved':
      savingWhatItRefuses('updateSettings'),
  },
  'settings.empty-update': {
    'An update with no field is unprocessable': refusing(
      'updateSettings',
      'unprocessable',
      (request) => Object.keys(fieldsOf(request)).length === 0,
    ),
    'An update with no field empties the texts that are not needed on documents': editingAfter((fields) =>
      Object.keys(fields).length === 0 ? { footer_message: '', tax_office_name: '', facebook_url: '' } : {},
    ),
    'An update with no field takes the update before it back': fresh(() => {
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
}

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

/** Saves other settings than an update answers. */
function savingOtherwise(other: (before: Fields, fields: Fields) => Fields): Change {
  return around('updateSettings', (request, handler) => {
    const { store } = request.context
    const before = { ...settingsOf(store) }
    const answer = handler(request)
    const now = settingsOf(store)
    store.settings.set('settings', { ...now, ...other(before, fieldsOf(request)), revision: now.revision })
    return answer
  })
}

/** Reads payment_reminder_when another way where it is refused. */
function reminding(read: (when: string) => string): Change {
  return tamingField('updateSettings', 'payment_reminder_when', (when) =>
    typeof when === 'string' ? read(when) : when,
  )
}
