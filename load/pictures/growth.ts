// Draws how the time of an answer grows with the size of the request: each answer as a dot, and a line through the medians.
import { drawn, ink, legend, namesAxis, numbersAxis } from './chart.ts';

export interface Growth {
  /** What was called, as in `POST /v2/card/{id}/credentials`. */
  readonly called: string;
  /** What was increased, such as `fields`. */
  readonly by: string;
  readonly steps: readonly { readonly amount: number; readonly milliseconds: readonly number[] }[];
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const size = { width: 960, height: 240 };
const rounded = (milliseconds: number): number => Number(milliseconds.toPrecision(3));

export const growth = ({ called, by, steps }: Growth): string =>
  drawn(
    {
      legend,
      grid: { left: 48, right: 16, top: 56, bottom: 44 },
      xAxis: {
        ...namesAxis(steps.map(({ amount }) => String(amount))),
        name: by,
        nameLocation: 'middle',
        nameGap: 26,
        nameTextStyle: { color: ink.soft, fontSize: 13 },
      },
      yAxis: numbersAxis('ms until the answer was whole'),
      series: [
        {
          name: 'an answer',
          type: 'scatter',
          silent: true,
          symbolSize: 5,
          itemStyle: { color: ink.unknown, opacity: 0.6 },
          data: steps.flatMap(({ milliseconds }, step) => milliseconds.map((took) => [step, rounded(took)])),
        },
        {
          name: 'median',
          type: 'line',
          silent: true,
          symbolSize: 7,
          lineStyle: { color: ink.accepted, width: 2 },
          itemStyle: { color: ink.accepted },
          data: steps.map(({ milliseconds }) => rounded(median(milliseconds))),
        },
      ],
    },
    size,
    `${called}: time of the answer by number of ${by}`,
  );
