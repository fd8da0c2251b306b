// Fills the placeholders of a body template, such as `<cardId>`.
import { randomUUID } from 'node:crypto';
import type { CallBody } from './calls.ts';
import type { BodyTemplate } from './profile/profile.ts';

/** What placeholders stand for; `<uuid>` and `<now>` are made when a template is filled. */
type Placeholders = Readonly<Record<string, string | number>>;

export const filled = (template: BodyTemplate, values: Placeholders): BodyTemplate =>
  fill(template, { uuid: randomUUID(), now: Math.floor(Date.now() / 1000), counter: 0, ...values }) as BodyTemplate;

/** A text that is one placeholder and nothing else becomes its value, numbers included; an unknown one stays. */
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
