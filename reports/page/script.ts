// What the page can do where scripts run: filter the table, copy commands, open what is linked or printed.

export const script = String.raw`'use strict';
const form = document.getElementById('filter');
const rows = [...document.querySelectorAll('tr[data-verdict]')].map((row) => ({
  row,
  area: row.closest('tbody').dataset.area,
  text: row.textContent.toLowerCase(),
}));
const areas = [...document.querySelectorAll('tbody[data-area]')];
const count = form.querySelector('output');
const nothing = document.querySelector('.nothing');

function filter() {
  const data = new FormData(form);
  const verdicts = data.getAll('verdict');
  const words = data.get('text').toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, area, text } of rows) {
    const fits =
      (verdicts.length === 0 || verdicts.includes(row.dataset.verdict)) &&
      (data.get('level') === '' || data.get('level') === row.dataset.level) &&
      (data.get('area') === '' || data.get('area') === area) &&
      words.every((word) => text.includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const area of areas) area.hidden = !area.querySelector('tr[data-verdict]:not([hidden])');
  nothing.hidden = shown > 0;
  count.value = shown === rows.length ? rows.length + ' shown' : shown + ' of ' + rows.length + ' shown';
}

function showAll() {
  form.reset();
  filter();
}

form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(filter));
form.hidden = false;
filter();

for (const link of document.querySelectorAll('[data-show]')) {
  link.addEventListener('click', () => {
    form.reset();
    form.querySelector('input[value=' + link.dataset.show + ']').checked = true;
    filter();
  });
}

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden) showAll();
  if (target.localName === 'details') target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);
if (location.hash) reveal();

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages served without TLS have no clipboard.
    const area = document.body.appendChild(document.createElement('textarea'));
    area.value = text;
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

for (const button of document.querySelectorAll('button.copy')) {
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const copied = await copy(button.previousElementSibling.textContent);
    button.textContent = copied ? 'Copied' : 'Not copied';
    button.focus();
    setTimeout(() => { button.innerHTML = label; }, 2000);
  });
}

let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  for (const details of closed) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of closed) details.open = false;
});
`;
