// Fills the placeholders of a body template, such as `<cardId>`.
import { randomUUID } from 'node:crypto';
import { isFields } from './answers.ts';
import type { CallBody } from './calls.ts';
import type { BodyTemplate } from './profile/profile.ts';

/** What placeholders stand for; `<uuid>` and `<now>` are made when a template is filled. */
type Placeholders = Readonly<Record<string, string | number>>;

export const filled = (template: BodyTemplate, values: Placeholders): BodyTemplate =>
  fill(template, { uuid: randomUUID(), now: Math.floor(Date.now() / 1000), counter: 0, ...values }) as BodyTemplate;

/** A text that is exactly one placeholder becomes its value, which may be a number. Unknown placeholders stay. */
function fill(value: unknown, values: Placeholders): unknown {
  if (typeof value === 'string') {
    const [, only] = /^<(\w+)>$/.exec(value) ?? [];
    if (only !== undefined && values[only] !== undefined) return values[only];
    return value.replaceAll(/<(\w+)>/g, (whole, name: string) => String(values[name] ?? whole));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, values)]));
}

/** The body as a call takes it. */
export const inputOf = (template: BodyTemplate): CallBody => {
  if (template.kind === 'none') return {};
  return template.kind === 'json' ? { json: template.json } : { form: template.form };
};

/** The same body of a payment with another reference; undefined where it has none. */
export const withReference = ({ json }: CallBody, reference: string): CallBody | undefined =>
  isFields(json) && 'reference' in json ? { json: { ...json, reference } } : undefined;

/** Free text of at most 33 characters, which no other payment has. */
export const newReference = (): string => `assay ${randomUUID().slice(0, 18)}`;
