import type { Faker } from '../fixtures/seeded-faker.ts'
import type { Settings, Template } from '../schemas/types.ts'

/** Who sells, as documents show them: address, telephone and tax id are of one place. */
type Seller = Pick<
  Settings,
  | 'business_name'
  | 'address1'
  | 'address2'
  | 'address3'
  | 'address4'
  | 'phone_number'
  | 'tax_id'
  | 'tax_id_title'
>

const seller = (
  business_name: string,
  [address1, address2, address3]: readonly [string, string, string],
  phone_number: string,
  [tax_id_title, tax_id]: readonly [string, string],
): Seller => ({
  business_name,
  address1,
  address2,
  address3,
  address4: '',
  phone_number,
  tax_id_title,
  tax_id,
})

/** In scripts that the kit brings fonts for, so that no document of a made-up store shows boxes for letters. */
const SELLERS: readonly Seller[] = [
  seller(
    'Fern & Finch Ltd',
    ['12 Harbour Street', 'Whitstable CT5 1AB', 'United Kingdom'],
    '+44 1632 960 018',
    ['VAT', 'GB 123 4567 89'],
  ),
  seller('Kontor Elbe GmbH', ['Große Elbstraße 145', '22767 Hamburg', 'Germany'], '+49 40 555 0142', [
    'VAT ID',
    'DE811569869',
  ]),
  seller('Atelier Duroc SAS', ['18 rue de la République', '69002 Lyon', 'France'], '+33 4 65 71 01 23', [
    'VAT ID',
    'FR40303265045',
  ]),
  seller(
    'Northlight Goods Co.',
    ['2208 Magnolia Ave', 'Portland, Oregon 97214', 'United States'],
    '+1 503 555 0142',
    ['EIN', '93-0555142'],
  ),
  seller(
    'Laneway Paper Pty Ltd',
    ['41 Degraves Street', 'Melbourne, Victoria 3000', 'Australia'],
    '+61 3 5550 0142',
    ['ABN', '51 824 753 556'],
  ),
]

/** A seller that goes with nothing but chance. */
export const sellerOf = (faker: Faker): Seller => faker.helpers.arrayElement(SELLERS)

/** What documents of a store without wishes look like. */
type Look = Pick<
  Template,
  'accent_color' | 'font_size' | 'logo_url' | 'logo_width' | 'logo_enabled' | 'date_format'
>

const look = (accent_color: string, logo_url: string): Look => ({
  accent_color,
  logo_url,
  logo_width: 44,
  logo_enabled: true,
  font_size: 10,
  date_format: 'D MMMM YYYY',
})

const LOOKS: readonly Look[] = [
  look('#0f766e', 'kit:leaf'),
  look('#9f1239', 'kit:peaks'),
  look('#6d28d9', 'kit:ring'),
  look('#1d4ed8', 'kit:peaks'),
  look('#b45309', 'kit:leaf'),
]

/** The look that the templates of one store share. */
export const lookOf = (faker: Faker): Look => faker.helpers.arrayElement(LOOKS)
