import { settingsOf } from '../../../mock-server/seams.ts'
import { around } from './answers.ts'
import type { Fields } from './bodies.ts'
import { all, type Change, type FaultsOf, fresh, rows } from './mutant.ts'
import { fieldsOf, setting } from './writes.ts'

/** What an update of one setting does to another, or does not do. */
export const SETTINGS_SLIPS: Partial<FaultsOf<'settings'>> = {
  'settings.partial-update': {
    'An empty text is taken for none': afterwards(({ address3 }, before) =>
      address3 === '' ? { address3: before['address3'] } : {},
    ),
    'A new title resets the footer': afterwards((given) =>
      'invoice_title' in given && !('footer_message' in given) ? { footer_message: '' } : {},
    ),
    'An update that leaves the footer out escapes its signs': afterwards((given, { footer_message: text }) =>
      'footer_message' in given
        ? {}
        : { footer_message: String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
    ),
    'The body of emails is cut after 2,000 characters': afterwards(({ email_body_template: body }) =>
      typeof body === 'string' ? { email_body_template: body.slice(0, 2000) } : {},
    ),
    'Every fifth update is answered and not saved': fresh(() => {
      let count = 0
      return around('updateSettings', (request, handler) => {
        const { settings } = request.context.store
        const before = settingsOf(request.context.store)
        const answer = handler(request)
        if (++count % 5 === 0) settings.set('settings', before)
        return answer
      })
    }),
    'Each update takes an invoice number': afterwards((given, { next_invoice_number: next }) =>
      'next_invoice_number' in given ? {} : { next_invoice_number: String(Number(next) + 1) },
    ),
    'A change in letter case alone is taken for none': afterwards((given, before) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          typeof value === 'string' && value.toLowerCase() === String(before[name]).toLowerCase()
            ? [[name, before[name]]]
            : [],
        ),
      ),
    ),
    ...rows(switchedOffWith, {
      'Invoicing that is switched off switches off what comes with a payment link too': [
        'automatic_invoicing',
        'automatic_invoicing_with_payment_link',
      ],
      'Without copies of emails there are no reminders': ['invoice_bcc', 'enable_payment_reminders'],
    }),
    'Reminders that are switched on begin with an interval of a week': afterwards((given) =>
      given['enable_payment_reminders'] === true && !('payment_reminder_interval' in given)
        ? { payment_reminder_interval: 7 }
        : {},
    ),
  },
  'settings.round-trip': {
    'The footer is cut after 1,000 characters': afterwards(({ footer_message: text }) =>
      typeof text === 'string' ? { footer_message: text.slice(0, 1000) } : {},
    ),
    'Line breaks of one title become spaces': afterwards(({ credit_note_title: title }) =>
      typeof title === 'string' ? { credit_note_title: title.replaceAll('\n', ' ') } : {},
    ),
  },
  'settings.output-only': {
    'A sender of its own comes with what is said of its DKIM': all(
      setting('updateSettings', ['email_dkim_verified']),
      afterwards(({ use_custom_email }, { email_dkim_verified }) =>
        use_custom_email === true ? {} : { email_dkim_verified },
      ),
    ),
  },
  'settings.empty-update': {
    'An update of nothing brings back what is due in two weeks': afterwards((given) =>
      Object.keys(given).length === 0 ? { default_due_days: 14 } : {},
    ),
    'An update of nothing resets a title': afterwards((given) =>
      Object.keys(given).length === 0 ? { invoice_title: 'Invoice 2' } : {},
    ),
  },
}

/** A setting that is switched off with another one. */
function switchedOffWith([name, other]: readonly [name: string, other: string]): Change {
  return afterwards((given, before) =>
    given[name] === false && before[name] === true && !(other in given) ? { [other]: false } : {},
  )
}

/** An update after which some settings are as this says. */
function afterwards(change: (given: Fields, before: Fields) => Fields): Change {
  return around('updateSettings', (request, handler) => {
    const before = settingsOf(request.context.store)
    const answer = handler(request)
    const { store } = request.context
    const changed = change(fieldsOf(request), { ...before })
    store.settings.set('settings', { ...settingsOf(store), ...changed })
    return { ...answer, body: { settings: settingsOf(store) } }
  })
}
