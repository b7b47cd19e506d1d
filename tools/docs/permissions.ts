import { PERMISSION_TERMS, PERMISSIONS, PROFILES } from '../../schemas/permissions.ts'
import { code, prose, section, sentence, table } from './markdown.ts'

/** Requests that each permission of a run allows. */
export const permissionsSection = (): string =>
  section(
    'Permissions',
    'The fields `allow` and `profile` grant permissions. The suite sends no request that needs a missing permission.',
    table(
      ['Permission', 'Requests', 'Afterwards', 'Profiles'],
      PERMISSIONS.map((permission) => {
        const { allows, remains } = PERMISSION_TERMS[permission]
        const profiles = Object.entries(PROFILES).filter(([, granted]) =>
          granted.some((each) => each === permission),
        )
        return [
          code(permission),
          sentence(prose(allows)),
          sentence(prose(remains)),
          profiles.map(([profile]) => code(profile)).join(', '),
        ]
      }),
    ),
  )
