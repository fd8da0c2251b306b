// The details of a requirement below its sentence: open where it is shown alone, closed in a list.
import { detailsOf } from '../../contract/requirements.ts';
import type { RequirementResult } from '../verdict/verdict.ts';
import { type Html, html } from './html.ts';

export function openDetails(result: RequirementResult): Html {
  const details = detailsOf(result);
  return html`${details.length > 0 && list(details)}`;
}

export function closedDetails(result: RequirementResult): Html {
  const details = detailsOf(result);
  return html`${details.length > 0 && html`<details class="exactly"><summary>in detail</summary>${list(details)}</details>`}`;
}

const list = (details: readonly string[]): Html =>
  html`<ul class="exactly">${details.map((detail) => html`<li>${detail}</li>`)}</ul>`;
