import type { Template, TemplateInput } from '../../../schemas/types.ts'

/** The look of a template: what a document shows of it beside its name. */
type Look = Pick<TemplateInput, 'accent_color' | 'font_family' | 'font_size'>

const FONTS = ['Helvetica', 'Courier'] as const
/** Sizes that any unit but a tiny one can mean. */
const SIZES = [10, 12] as const

/** A look that the store's templates have already. */
export function firstLook(templates: readonly Template[]): Partial<Look> {
  const [size] = sizesOf(templates)
  return size === undefined ? {} : { font_size: size }
}

/** Another look, of values that the store's templates have where there are any other than the first's. */
export function secondLook(templates: readonly Template[], first: TemplateInput): Look {
  return {
    accent_color:
      other(textsOf(templates.map(({ accent_color }) => accent_color)), first.accent_color) ??
      otherColor(first.accent_color ?? ''),
    font_family:
      other(textsOf(templates.map(({ font_family }) => font_family)), first.font_family) ??
      otherOf(FONTS, first.font_family),
    font_size: other(sizesOf(templates), first.font_size) ?? otherOf(SIZES, first.font_size),
  }
}

const other = <T>(values: readonly T[], than: T | undefined) => values.find((value) => value !== than)

const otherOf = <T>([one, two]: readonly [T, T], than: T | undefined): T => (one === than ? two : one)

const textsOf = (values: readonly unknown[]) =>
  values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')

/** Sizes that a page can show: whole numbers, none so small or large that a maker of documents would bound it. */
const sizesOf = (templates: readonly Template[]) =>
  templates
    .map(({ font_size }) => font_size)
    .filter((size) => Number.isInteger(size) && size >= 8 && size <= 14)

/** The same way to write a colour, with each hex digit turned round. */
const otherColor = (color: string) =>
  /^#?[0-9a-f]+$/i.test(color)
    ? color.replaceAll(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
    : color

/** Whether two templates, as the server keeps them, differ in name, colour, font and size. */
export const isTold = (a: Template, b: Template): boolean =>
  (['name', 'accent_color', 'font_family', 'font_size'] as const).every((field) => a[field] !== b[field])
