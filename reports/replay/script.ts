// The script of the page of a replay: filters the cards, and opens a card that is linked to.

export const script = String.raw`'use strict';
const form = document.getElementById('filter');
const cards = [...document.querySelectorAll('[data-kinds]')].map((card) => ({ card, kinds: card.dataset.kinds.split(' ') }));
const sections = [...new Set(cards.map(({ card }) => card.closest('section')))];
const count = form.querySelector('output');
const nothing = document.querySelector('.nothing');

// What the summary of a card says; the exchanges behind it are for the browser's own search.
const said = 'h3, .origin, .finding > dd, summary, li';
const textOf = (each) =>
  (each.text ??= [...each.card.querySelectorAll(said)]
    .map((part) => (part.localName === 'li' && part.firstElementChild ? '' : part.textContent))
    .join('\n')
    .toLowerCase());

function filter() {
  const data = new FormData(form);
  const wanted = data.getAll('kind');
  const words = data.get('text').toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const each of cards) {
    const fits =
      (wanted.length === 0 || wanted.some((kind) => each.kinds.includes(kind))) &&
      words.every((word) => textOf(each).includes(word));
    each.card.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of sections) {
    section.hidden = !section.querySelector('[data-kinds]:not([hidden])');
    document.querySelector('nav a[href="#' + section.id + '"]').parentElement.hidden = section.hidden;
  }
  nothing.hidden = shown > 0;
  count.value = shown === cards.length ? cards.length + ' shown' : shown + ' of ' + cards.length + ' shown';
}

form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(filter));
form.hidden = false;
filter();

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    form.reset();
    filter();
  }
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);
if (location.hash) reveal();
`;
