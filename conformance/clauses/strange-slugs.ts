import type { Observer } from '../judge/observer.ts'
import { unlikelySlug } from '../server/unlikely-id.ts'

/** Slugs that no invoice has: other UUIDs, near misses of a real one if that is a text, and texts that are none. */
export function strangeSlugs(seeded: Pick<Observer, 'seedOf'>, real: unknown): string[] {
  return [
    unlikelySlug(seeded.seedOf('unknown slug')),
    '00000000-0000-0000-0000-000000000000',
    typeof real === 'string' ? nearMisses(real) : [],
    ['not-a-slug', '1', '0', '-1', 'null', 'undefined', 'true', "'", 'a b', 'ä', '発票', '%', '*', '_'],
    ['__proto__', 'constructor'],
    'x'.repeat(300),
  ].flat()
}

function nearMisses(slug: string): string[] {
  const cut = slug.slice(0, -1)
  const lastChanged = cut + (slug.endsWith('0') ? '1' : '0')
  return [
    [lastChanged, cut, `${slug}0`, slug.slice(0, 8), `${slug} x`, `${slug}.pdf`, `${slug} `, ` ${slug}`],
    otherForms(slug),
  ].flat()
}

/** How else a UUID is written, which is no slug; one may be told without hyphens. */
function otherForms(slug: string): string[] {
  const plain = slug.replaceAll('-', '')
  return plain === slug ? [`{${slug}}`] : [plain, `{${slug}}`]
}
