// A part of the page under a heading of its own.
import type { Html } from './html.ts';

/**
 * A part of the page. The page's policy forbids `style` attributes and `<style>`: use the page's classes, and presentation
 * attributes in SVG.
 */
export interface Section {
  /** The fragment by which the page links to it. */
  readonly id: string;
  readonly title: string;
  readonly html: Html;
}
