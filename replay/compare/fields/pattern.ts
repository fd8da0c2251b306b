// A pattern for fields, as a policy and a plan write it.
//
//   /data/id       that field              /*/traceId              one segment, whatever it is
//   /links*, /*    whatever begins so      **/traceId              that member anywhere, at the top as well
//   **             any field of a body
import { Bounded } from '../../correlate/bounded.ts';

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');

const ofSegment = (segment: string, isLast: boolean): string => {
  if (segment === '*') return isLast ? '.+' : '[^/]+';
  const text = escaped(segment).replaceAll('*', '[^/]*');
  return isLast && segment.endsWith('*') ? text.replace(/\[\^\/\]\*$/, '.*') : text;
};

const written = (pattern: string): RegExp => {
  if (pattern === '*') return /^/;
  const segments = (pattern.startsWith('**') ? `/${pattern}` : pattern).split('/');
  const parts = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === '**') return '(?:/[^/]+)*';
    return (index === 0 ? '' : '/') + ofSegment(segment, isLast);
  });
  return new RegExp(`^${parts.join('')}$`, 's');
};

const known = new Bounded<string, RegExp>(1000);

export const isField = (pattern: string, field: string): boolean => {
  if (pattern === field) return true;
  if (!pattern.includes('*')) return false;
  const expression = known.get(pattern) ?? written(pattern);
  known.set(pattern, expression);
  return expression.test(field);
};
