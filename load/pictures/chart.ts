// Draws a chart as SVG that can stand in the page or alone: no script, no style element, no style attribute.
//
// Colours are variables of the page, so that they follow its dark mode; without a page they fall back to those of the light mode.
import { createRequire } from 'node:module';
import type * as ECharts from 'echarts';

/** The bundled file instead of six hundred modules, loaded only where something is drawn, because most processes draw nothing. */
const require = createRequire(import.meta.url);
const library = (): typeof ECharts => require('echarts') as typeof ECharts;

export const ink = {
  text: 'var(--text, #1a212c)',
  soft: 'var(--soft, #545e6d)',
  line: 'var(--line, #d8dde4)',
  accepted: 'var(--pass, #14632f)',
  refused: 'var(--fail, #a81e17)',
  unknown: 'var(--untested, #515966)',
  window: 'var(--observed-tint, #e8effb)',
  windowEdge: 'var(--observed, #274f92)',
  ground: 'var(--ground, #ffffff)',
} as const;

export const legend = {
  top: 0,
  left: 0,
  itemGap: 28,
  itemWidth: 12,
  itemHeight: 12,
  textStyle: { color: ink.text, fontSize: 13 },
};

const axisLabel = { color: ink.soft, fontSize: 12 };

/** An axis with a place for each name. */
export const namesAxis = (data: readonly string[]) =>
  ({
    type: 'category',
    data: [...data],
    axisLine: { lineStyle: { color: ink.soft } },
    axisTick: { show: false },
    axisLabel,
  }) as const;

/** An axis of numbers. */
export const numbersAxis = (name: string) =>
  ({
    type: 'value',
    name,
    nameGap: 10,
    nameTextStyle: { color: ink.soft, fontSize: 13, align: 'left' },
    splitNumber: 4,
    axisLine: { show: true, lineStyle: { color: ink.soft } },
    axisLabel,
    splitLine: { lineStyle: { color: ink.line } },
  }) as const;

/** A rounded end for an axis, so that its ticks are round figures. */
export const roundedUp = (value: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, value / 4)));
  const steps = [1, 2, 5, 10].map((factor) => factor * step);
  const tick = steps.find((each) => value / each <= 5) ?? step;
  return Math.ceil(value / tick) * tick;
};

interface Size {
  readonly width: number;
  readonly height: number;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** `title`: what a reader who cannot see it is told. */
export function drawn(options: ECharts.EChartsCoreOption, { width, height }: Size, title: string): string {
  const chart = library().init(null, undefined, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: font, color: ink.soft },
    ...options,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return accessible(withoutStyles(svg), title);
}

const declaration = /\s*([\w-]+)\s*:\s*([^;"]+);?/g;

/** Replaces styles, which a content security policy may forbid, by presentation attributes. */
const withoutStyles = (svg: string): string =>
  svg
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replaceAll(/ style="([^"]*)"/g, (_, styles: string) =>
      [...styles.matchAll(declaration)].map(([, name, value]) => ` ${name}="${value}"`).join(''),
    );

const accessible = (svg: string, title: string): string =>
  svg.replace(
    /<svg /,
    `<svg role="img" aria-label="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" `,
  );
