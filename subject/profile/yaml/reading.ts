// Reads a YAML text by the schema of profiles: a plain value with references resolved, and every problem with its place.
import { dirname } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ProfileProblem } from '../error.ts';
import { alternatives, bestFor, discriminator, fits, isAny, isObject, otherReadings } from '../fitting.ts';
import { type Environment, resolveReferences } from '../references.ts';
import { constantsOf, expectation, oneOf, type ProfileSchema, placesOf, profileSchema, typesOf } from '../schema.ts';
import { nearest } from '../spelling.ts';
import { brief, faultOf, faultyAliases, isEmpty, keyOf, startOf } from './nodes.ts';

interface Reading {
  readonly value: unknown;
  readonly problems: readonly ProfileProblem[];
  /** A problem at the value (or, where there is none, the nearest section) of a dotted path. */
  at(path: string, message: string, suggestion?: string): ProfileProblem;
}

type Path = readonly string[];
type Known = Readonly<Record<string, ProfileSchema>>;

/** What a text is read as, and how messages call it. */
interface Kind {
  readonly schema: ProfileSchema;
  readonly called: string;
}

const profileKind: Kind = { schema: profileSchema, called: 'the profile' };

export function readProfileText(text: string, file: string, env: Environment, kind = profileKind): Reading {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const document = documents[0] as Document | undefined;
  const reader = new Reader(document, lines, env, dirname(file), kind.called);
  for (const error of documents.flatMap((each) => each.errors).slice(0, mostErrors)) {
    reader.report(error.pos[0], faultOf(error, text));
  }
  for (const { alias, fault } of document ? faultyAliases(document) : []) reader.report(alias.range?.[0] ?? 0, fault);
  if (documents.length > 1) reader.report(documents[1]!.range[0], 'a second document begins here; expected one');
  if (reader.problems.length === 0 && document?.contents) {
    const value = reader.read(document.contents as Node, kind.schema, []);
    return { value, problems: reader.problems, at: reader.at };
  }
  return { value: {}, problems: reader.problems, at: reader.at };
}

/** For text that is not YAML, further errors repeat what the first ones say. */
const mostErrors = 20;

/** Limits aliases: a few lines of aliases to lists of aliases can expand to more than fits into memory. */
const mostFollowed = 10_000;

/** Ignores what every object inherits, such as its constructor. */
const ownOf = (known: Known, key: string): ProfileSchema | undefined =>
  Object.hasOwn(known, key) ? known[key] : undefined;

class Reader {
  readonly problems: ProfileProblem[] = [];
  private readonly offsets = new Map<string, number>();
  private readonly document: Document | undefined;
  private readonly lines: LineCounter;
  private readonly env: Environment;
  private readonly folder: string;
  private readonly called: string;
  private followed = 0;

  constructor(document: Document | undefined, lines: LineCounter, env: Environment, folder: string, called: string) {
    this.document = document;
    this.lines = lines;
    this.env = env;
    this.folder = folder;
    this.called = called;
  }

  report(offset: number, message: string, suggestion?: string): void {
    this.problems.push(this.problemAt(offset, message, suggestion));
  }

  readonly at = (path: string, message: string, suggestion?: string): ProfileProblem => {
    const steps = path.split('.');
    while (steps.length > 0 && !this.offsets.has(steps.join('.'))) steps.pop();
    return this.problemAt(this.offsets.get(steps.join('.')) ?? 0, message, suggestion);
  };

  private problemAt(offset: number, message: string, suggestion: string | undefined): ProfileProblem {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), message, ...(suggestion && { suggestion }) };
  }

  read(given: unknown, schema: ProfileSchema, path: Path): unknown {
    const node = this.behind(given);
    this.offsets.set(path.join('.'), node?.range?.[0] ?? 0);
    if (isMap(node)) return this.readMap(node, schema, path);
    if (isSeq(node)) return this.readList(node, schema, path);
    return this.readScalar(node, schema, path);
  }

  private readMap(node: YAMLMap, schema: ProfileSchema, path: Path): unknown {
    const chosen = alternatives(schema).filter((each) => isObject(each) || isAny(each));
    const keys = this.pairs(node).map(([key]) => key);
    const kind = discriminator(chosen);
    const [, pair] = this.pairs(node).find(([key]) => key === kind) ?? [];
    if (kind !== undefined && pair) {
      const kinds = { enum: chosen.map((each) => each.properties?.[kind]?.const) };
      if (this.read(pair.value, kinds, [...path, kind]) === undefined) return undefined;
    }
    const fitting = bestFor(keys, this.plain(node), chosen);
    if (fitting === undefined) return this.misfit(node, schema, path, 'a section of keys');
    if (isAny(fitting)) return this.readAny(node, path);
    return this.readKeys(node, fitting, path);
  }

  private readKeys(node: YAMLMap, schema: ProfileSchema, path: Path): Record<string, unknown> {
    const known: Known = schema.properties ?? {};
    const value: Record<string, unknown> = {};
    for (const [key, pair] of this.pairs(node)) {
      const inner = ownOf(known, key) ?? (schema.additionalProperties || undefined);
      const names = schema.propertyNames?.enum ?? Object.keys(known);
      const refused = schema.propertyNames ? !names.includes(key) : inner === undefined;
      if (refused) this.unknownKey(key, pair, names, path);
      // A section whose keys are all commented out counts as absent.
      else if (inner && !(isEmpty(this.behind(pair.value)) && isObject(inner))) {
        const step = [...path, key];
        if (pair.value === null) this.offsets.set(step.join('.'), startOf(pair));
        value[key] = this.read(pair.value ?? pair.key, inner, step);
      }
    }
    if (this.pairs(node).length < (schema.minProperties ?? 0)) {
      this.report(node.range?.[0] ?? 0, `${this.named(path)} is empty; expected ${oneOf(Object.keys(known))}`);
    }
    for (const key of schema.required ?? []) {
      if (!this.pairs(node).some(([name]) => name === key)) {
        this.report(
          node.range?.[0] ?? 0,
          `${this.named(path)} lacks ${key}; expected ${expectation(known[key] ?? {})}`,
        );
      }
    }
    return value;
  }

  private unknownKey(key: string, pair: Pair, names: readonly string[], path: Path): void {
    const elsewhere = placesOf(key);
    const suggestion = nearest(key, names) ?? elsewhere[0];
    const known = suggestion || names.length > 12 ? '' : `; known here: ${names.join(', ')}`;
    this.report(startOf(pair), `unknown key ${brief(key)} in ${this.named(path)}${known}`, suggestion);
  }

  private readList(node: YAMLSeq, schema: ProfileSchema, path: Path): unknown {
    const fitting = alternatives(schema).find((each) => typesOf(each).includes('array') || isAny(each));
    if (fitting === undefined) return this.misfit(node, schema, path, 'a list');
    if (isAny(fitting)) return this.readAny(node, path);
    const items = node.items.map((item, index) => this.read(item, fitting.items ?? {}, [...path, String(index)]));
    if (items.length < (fitting.minItems ?? 0)) return this.misfit(node, fitting, path, 'an empty list');
    // Values that do not fit are undefined and were reported already.
    const repeated = items.findIndex((item, index) => item !== undefined && items.indexOf(item) !== index);
    if (fitting.uniqueItems && repeated >= 0) {
      this.report((node.items[repeated] as Node).range?.[0] ?? 0, `${this.named(path)} names ${items[repeated]} twice`);
    }
    return items;
  }

  private readScalar(node: Node | undefined, schema: ProfileSchema, path: Path): unknown {
    const raw = isScalar(node) ? node.value : undefined;
    const resolved = typeof raw === 'string' ? resolveReferences(raw, this.env, this.folder) : undefined;
    if (resolved?.kind === 'unresolved') return this.report(node?.range?.[0] ?? 0, resolved.message);
    const referred = resolved?.kind === 'text' && resolved.referred;
    const values = resolved ? [resolved.text, ...(referred ? otherReadings(resolved.text) : [])] : [raw];
    for (const each of alternatives(schema)) {
      const fitting = values.find((value) => fits(value, each));
      if (fitting !== undefined) return fitting;
    }
    if (isAny(schema)) return raw;
    const shown = referred
      ? 'the value referred to'
      : schema.writeOnly && raw !== null
        ? 'of another kind'
        : isScalar(node)
          ? (node.source ?? String(raw))
          : 'nothing';
    return this.misfit(node, schema, path, shown || 'empty text');
  }

  /** Free content: nothing is checked, references are resolved. */
  private readAny(node: YAMLMap | YAMLSeq, path: Path): unknown {
    if (isSeq(node)) return node.items.map((item, index) => this.read(item, {}, [...path, String(index)]));
    return Object.fromEntries(
      this.pairs(node).map(([key, pair]) => [
        key,
        pair.value === null ? null : this.read(pair.value, {}, [...path, key]),
      ]),
    );
  }

  private misfit(node: Node | undefined, schema: ProfileSchema, path: Path, got: string): undefined {
    const constants = constantsOf(schema).filter((value) => typeof value === 'string');
    const text = typesOf(schema).includes('string') || schema.anyOf?.some((each) => typesOf(each).includes('string'));
    const quotes =
      text && isScalar(node) && ['number', 'boolean'].includes(typeof node.value) ? ' (put it in quotes)' : '';
    const message = `${this.named(path)} is ${brief(got)}; expected ${expectation(schema)}${quotes}`;
    this.report(node?.range?.[0] ?? this.offsets.get(path.join('.')) ?? 0, message, nearest(got, constants));
  }

  /** Keys and pairs, those of merged maps first, so that own keys win. */
  private pairs(node: YAMLMap): [string, Pair][] {
    const found = new Map<string, Pair>();
    for (const pair of node.items) {
      if (keyOf(pair) !== '<<') continue;
      const merged = this.behind(pair.value);
      for (const map of isSeq(merged) ? merged.items.map((item) => this.behind(item)) : [merged]) {
        if (isMap(map)) for (const [key, inner] of this.pairs(map)) found.set(key, inner);
      }
    }
    for (const pair of node.items) if (keyOf(pair) !== '<<') found.set(keyOf(pair), pair);
    return [...found];
  }

  private plain(node: YAMLMap): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.pairs(node).map(([key, pair]) => [key, isScalar(pair.value) ? pair.value.value : undefined]),
    );
  }

  private named(path: Path): string {
    return path.length === 0 ? this.called : path.join('.');
  }

  private behind(given: unknown): Node | undefined {
    if (!isNode(given)) return undefined;
    if (!isAlias(given) || !this.document) return given;
    this.followed += 1;
    if (this.followed === mostFollowed)
      this.report(given.range?.[0] ?? 0, `aliases lead to aliases, ${mostFollowed} times in all`);
    return this.followed < mostFollowed ? given.resolve(this.document) : undefined;
  }
}
