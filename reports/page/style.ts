// How the page looks: in the light, in the dark, on a telephone and on paper.

const light = `
  --ground: #ffffff; --raised: #f5f6f8; --line: #d8dde4; --text: #1a212c; --soft: #545e6d; --link: #1f4fa3; --focus: #1f4fa3;
  --pass: #14632f; --pass-tint: #e3f4e8; --fail: #a81e17; --fail-tint: #fdebe9; --advice: #7a4700; --advice-tint: #fdf1dc;
  --observed: #274f92; --observed-tint: #e8effb; --untested: #515966; --untested-tint: #eaecf0; --error: #7d1f66; --error-tint: #f9e9f5;`;

const dark = `
  --ground: #13161b; --raised: #1b2027; --line: #353d48; --text: #e6eaf0; --soft: #a4aebb; --link: #9dbff7; --focus: #9dbff7;
  --pass: #7bd79a; --pass-tint: #16301f; --fail: #ff9a90; --fail-tint: #3b1a18; --advice: #f2bd66; --advice-tint: #35270f;
  --observed: #9dbff7; --observed-tint: #1a2940; --untested: #b9c1cc; --untested-tint: #2a3039; --error: #f0a3dc; --error-tint: #381b31;`;

export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main, footer { width: min(65.5rem, 100% - 2.5rem); margin-inline: auto; }
.head > * { max-width: 65.5rem; margin-inline: auto; }
[hidden] { display: none !important; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
code, pre, .wire, .id, tbody th[scope=row] { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 0.875em; }
code, .wire, .said, dd, dt, td, small, p, li, h2, h3 { overflow-wrap: anywhere; }
pre, .wire { white-space: pre-wrap; }
dl, dd, ul, h1, h2, h3, p, pre, fieldset { margin: 0; }
ul { padding: 0; list-style: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.head { padding: 2rem 1.25rem 1.25rem; border-bottom: 1px solid var(--line); border-top: 6px solid var(--tone); background: var(--raised); }
.head.passed { --tone: var(--pass); --tint: var(--pass-tint); } .head.failed { --tone: var(--fail); --tint: var(--fail-tint); }
.head.accepted { --tone: var(--observed); --tint: var(--observed-tint); }
.head.undecided { --tone: var(--advice); --tint: var(--advice-tint); }
.stamp { display: flex; gap: 1.25rem; align-items: center; }
.stamp-mark { flex: none; display: grid; place-items: center; width: 4.25rem; height: 4.25rem; border: 3px double var(--tone); border-radius: 50%;
  background: var(--tint); color: var(--tone); font-size: 2.25rem; font-weight: 700; line-height: 1; }
.kind { color: var(--soft); font-size: 0.875rem; }
h1 { color: var(--tone); font-size: 2.25rem; line-height: 1.15; letter-spacing: -0.02em; }
.meaning { font-size: 1.125rem; overflow-wrap: anywhere; }
.notes { margin-top: 1rem; }
.notes li { padding: 0.25rem 0.75rem; border-left: 3px solid var(--advice); color: var(--advice); background: var(--advice-tint); overflow-wrap: anywhere; }
.run { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; margin-top: 1.25rem; }
.run dt, .digests dt { color: var(--soft); font-size: 0.8125rem; }
.run .wide { flex-basis: 100%; }
.digests { margin-top: 0.75rem; font-size: 0.875rem; }
.digests dl { display: grid; gap: 0.5rem; padding-top: 0.5rem; }
summary { cursor: pointer; }
.totals { margin-top: 1.5rem; }
.bar { display: block; width: 100%; height: 0.625rem; border-radius: 0.3125rem; background: var(--line); }
.fill-pass { fill: var(--pass); } .fill-fail { fill: var(--fail); } .fill-advice { fill: var(--advice); }
.fill-observed { fill: var(--observed); } .fill-untested { fill: var(--line); } .fill-error { fill: var(--error); }
.totals ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 0.75rem; }
.total { color: inherit; text-decoration: none; } .total b { font-variant-numeric: tabular-nums; }
.total:hover span:last-child { text-decoration: underline; }
.none .total, .none .mark { color: var(--soft); }
.mark { font-weight: 700; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .advice { color: var(--advice); }
.observed { color: var(--observed); } .untested { color: var(--untested); } .error { color: var(--error); }

nav { position: sticky; top: 0; z-index: 2; padding: 0.625rem 1.25rem; background: var(--ground); border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; max-width: 65.5rem; margin-inline: auto; font-size: 0.9375rem; }
main > section { padding-top: 2rem; }
h2 { margin-bottom: 0.875rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
h3 { font-size: 1.0625rem; line-height: 1.4; font-weight: 600; }

.card { margin-bottom: 1rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-left: 4px solid currentColor; border-radius: 6px; background: var(--raised); }
.card > * { color: var(--text); }
.card summary > h3 { display: inline; }
.id { margin-right: 0.375rem; font-weight: 700; text-decoration: none; white-space: nowrap; }
a.id:hover { text-decoration: underline; }
.card .id { color: inherit; } .card.fail .id { color: var(--fail); } .card.advice .id { color: var(--advice); } .card.error .id { color: var(--error); }
.card .origin, .soft, small { color: var(--soft); font-size: 0.875rem; }
.count { display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--untested-tint); color: var(--untested); font-size: 0.8125rem; white-space: nowrap; }
.finding { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.375rem 0.75rem; margin-top: 0.875rem; }
.finding + .finding, .more .finding { padding-top: 0.875rem; border-top: 1px solid var(--line); }
.finding dt { color: var(--soft); font-size: 0.875rem; }
.finding pre, .reasons pre, .card.error pre, .command { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); }
.finding pre, .reasons pre, .card.error pre { max-height: 16rem; overflow: auto; overflow-wrap: anywhere; }
.said { white-space: pre-wrap; font-weight: 500; }
.command + .command { margin-top: 0.375rem; }
.command { display: flex; gap: 0.75rem; align-items: flex-start; justify-content: space-between; }
.command code { white-space: pre-wrap; }
button { flex: none; padding: 0.125rem 0.625rem; border: 1px solid var(--line); border-radius: 4px; background: var(--raised); color: var(--text); font: inherit; font-size: 0.8125rem; cursor: pointer; }
button:hover { border-color: var(--soft); }
.more { margin-top: 0.875rem; }

form { display: flex; flex-wrap: wrap; gap: 0.625rem 1.25rem; align-items: center; margin-bottom: 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); font-size: 0.9375rem; }
input[type=search], select { padding: 0.25rem 0.5rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--ground); color: var(--text); font: inherit; max-width: 100%; }
::placeholder { color: var(--soft); opacity: 1; }
.find { flex: 1 1 14rem; display: flex; gap: 0.5rem; align-items: center; } .find input { flex: 1; min-width: 0; }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; border: 0; min-width: 0; }
legend { float: left; margin-right: 1rem; padding: 0; }
.chip { white-space: nowrap; } .chip input { accent-color: var(--link); }
.shown { margin-left: auto; color: var(--soft); } .shown button { margin-left: 0.5rem; }

table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.5rem 0.625rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: 0.8125rem; font-weight: 600; }
.area th { padding-top: 1.375rem; font-size: 1.0625rem; }
.tally { margin-left: 0.5rem; font-size: 0.8125rem; font-weight: 400; } .tally span { display: inline-block; margin-right: 0.5rem; }
tbody th[scope=row] { white-space: nowrap; font-weight: 600; }
td small { display: block; } td small.reason { color: var(--text); }
td.aside { white-space: nowrap; }
.exactly { color: var(--soft); font-size: 0.8125rem; } ul.exactly { padding-left: 1.125rem; list-style: disc; } .card > .exactly { margin-block: 0.375rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.badge { display: inline-block; padding: 0 0.5rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.badge.pass { background: var(--pass-tint); } .badge.fail { background: var(--fail-tint); } .badge.advice { background: var(--advice-tint); }
.badge.observed { background: var(--observed-tint); } .badge.untested { background: var(--untested-tint); } .badge.error { background: var(--error-tint); }
tr:target > *, .card:target { background: var(--observed-tint); }
.nothing { padding: 1rem; color: var(--soft); }

.reasons > div { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.reasons dt { font-weight: 600; } .reasons dd { margin-top: 0.125rem; }
.ids { display: flex; flex-wrap: wrap; gap: 0.125rem 0.875rem; margin-top: 0.25rem; font-size: 0.875rem; }
.limit { margin-bottom: 2rem; } .limit figure { margin: 0.75rem 0 0.25rem; overflow-x: auto; } .limit svg { display: block; max-width: 100%; height: auto; }
footer { margin-top: 3rem; padding-block: 1.25rem 2rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }

@media (max-width: 44rem) {
  .aside { display: none; }
  .head { padding-top: 1.25rem; } .stamp { gap: 0.875rem; } .stamp-mark { width: 3.25rem; height: 3.25rem; font-size: 1.625rem; } h1 { font-size: 1.75rem; }
  .finding { grid-template-columns: minmax(0, 1fr); gap: 0; } .finding dd { margin-bottom: 0.5rem; }
  th, td { padding-inline: 0.25rem; } nav { position: static; } html { scroll-padding-top: 0.5rem; }
  .command { flex-direction: column; } .shown { margin-left: 0; } legend { float: none; }
}
@media print {
  :root { ${light} }
  body { font-size: 10pt; } nav, form, button { display: none !important; } .head, .card { background: none; } .head { padding-inline: 0; } .head > *, main, footer { max-width: none; width: auto; }
  .finding pre { max-height: none; } tr, .finding, .reasons > div { break-inside: avoid; } h2, h3, .area { break-after: avoid; } thead { display: table-header-group; }
}
`;
