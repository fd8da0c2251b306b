// Style rules of the page of a replay, added to those of every page: exchanges side by side, the tree of causes, bars.

export const style = `
html { scroll-padding-top: 5.5rem; }
article.card { content-visibility: auto; contain-intrinsic-size: auto 16rem; }
#filter { margin-top: 1.5rem; } .legend { margin-bottom: 0.875rem; }
.both { margin-top: 0.875rem; }
.both li { padding: 0.125rem 0 0.125rem 1rem; } .both .both { margin-top: 0; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; margin: 0.625rem 0; }
.sides p { margin-bottom: 0.25rem; color: var(--soft); font-size: 0.875rem; }
.sides pre { height: calc(100% - 1.75rem); padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); font-size: 0.8125rem; overflow-wrap: anywhere; }
.sides i { color: var(--soft); }
mark { background: var(--advice-tint); color: var(--text); box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 0.125rem 0; }
mark.other { background: none; color: var(--advice); }
mark b { color: var(--advice); }
.tree ul { margin-left: 0.375rem; padding-left: 1.125rem; border-left: 2px solid var(--line); }
.tree li { padding: 0.125rem 0; } .tree > li + li { margin-top: 0.5rem; }
.pace td:nth-child(n + 3) { width: 19%; } .pace td span { font-variant-numeric: tabular-nums; white-space: nowrap; font-size: 0.875rem; }
.pace { margin-top: 0.75rem; }
.pace tbody th { white-space: normal; overflow-wrap: anywhere; }
.pace svg { display: block; width: 100%; height: 0.875rem; margin-top: 0.25rem; }
.before { fill: var(--soft); } .now { fill: var(--link); } .slower .now { fill: var(--fail); }
@media (max-width: 44rem) { .sides { grid-template-columns: minmax(0, 1fr); } .pace svg { display: none; } .pace td span { white-space: normal; } .pace :is(td, th):nth-child(2) { display: none; } .pace tbody th { font-size: 0.75rem; } }
@media print { article.card { content-visibility: visible; } .sides { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`;
