#include "reports/pages/html_assets.h"

#include "methods/base/sha256.h"
#include "reports/exports/base64.h"

namespace touchstone::reports {
namespace {

std::string source_hash(std::string_view text) {
    const Sha256 digest = sha256(text);
    const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    return "'sha256-" + base64(bytes) + "'";
}

}  // namespace

std::string_view page_style() {
    return R"(
:root { color-scheme: light dark; --line: #8886; --good: #1a7f37; --bad: #b35900; --soft: #8882;
  --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --good: #57c26f; --bad: #f0a35e; --paper: #121212; } }
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, sans-serif; background: var(--paper); margin: 0 auto; max-width: 96rem; padding: 1rem;
  overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
p, ul { max-width: 50rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; list-style: none; max-width: none; padding: 0; }
code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.tall { max-height: 40rem; overflow-y: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left;
  vertical-align: top; }
thead th { background: var(--soft); vertical-align: bottom; }
.tall thead th { background: linear-gradient(var(--soft), var(--soft)), var(--paper); position: sticky;
  top: 0; }
tbody th { background: var(--paper); left: 0; position: sticky; }
td.number { text-align: right; white-space: nowrap; }
td > span { display: block; white-space: nowrap; }
.what { font-size: 0.85em; opacity: 0.75; }
.paper, .range { font-size: 0.85em; opacity: 0.75; }
.agrees .ours, .ours.agrees { color: var(--good); }
.differs .ours, .ours.differs { color: var(--bad); font-weight: 600; }
.differs .paper, .paper.differs { font-weight: 600; opacity: 1; }
th button { all: unset; cursor: pointer; }
th button:hover { text-decoration: underline; }
th button:focus-visible, input:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
th button::after { content: " ↕"; opacity: 0.4; }
th[aria-sort=ascending] button::after { content: " ▲"; opacity: 1; }
th[aria-sort=descending] button::after { content: " ▼"; opacity: 1; }
.filter { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; margin: 0.5rem 0; }
.filter input { font: inherit; max-width: 100%; padding: 0.2rem 0.5rem; width: 18rem; }
.plot { background: #fff; min-width: 44rem; }
.plot svg { display: block; height: auto; max-width: 100%; }
.pictures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }
figure { margin: 0; } figure img { border: 1px solid var(--line); height: auto; width: 100%; }
figcaption { font-size: 0.85rem; }
@media (max-width: 40rem) { body { padding: 0.6rem; } th, td { padding: 0.3rem 0.4rem; } }
@media print {
  :root { color-scheme: light; --good: #1a7f37; --bad: #b35900; --paper: #fff; }
  @page { size: A4 landscape; margin: 1cm; }
  body { font-size: 9pt; max-width: none; padding: 0; }
  table { font-size: 7pt; } th, td { padding: 0.15rem 0.3rem; }
  .wide, .tall { max-height: none; overflow: visible; } nav, .filter, th button::after { display: none; }
  .plot { min-width: 0; } .plot svg { max-height: 17cm; }
  .pictures { grid-template-columns: repeat(5, 1fr); }
  h2, h3 { break-after: avoid; } tr, figure, .plot { break-inside: avoid; }
}
)";
}

std::string_view page_script() {
    return R"(
'use strict';
function valueOf(row, column) {
  const cell = row.cells[column];
  return cell ? (cell.dataset.value ?? cell.textContent.trim()) : '';
}
function sortBy(table, column, descending) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row, index) => ({row, index, value: valueOf(row, column)}));
  const numeric = rows.every(({value}) => value === '' || !Number.isNaN(Number(value)));
  const order = numeric ? (a, b) => Number(a) - Number(b)
                        : (a, b) => a.localeCompare(b, 'en', {numeric: true});
  rows.sort((a, b) => {
    if ((a.value === '') !== (b.value === '')) return a.value === '' ? 1 : -1;
    return (descending ? -1 : 1) * order(a.value, b.value) || a.index - b.index;
  });
  body.append(...rows.map(({row}) => row));
}
function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const descending = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      sortBy(table, column, descending);
    });
  });
}
function makeFilterable(table) {
  const label = document.createElement('label');
  label.className = 'filter';
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'words to look for';
  const count = document.createElement('span');
  const rows = [...table.tBodies[0].rows];
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word !== '');
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every(word => texts.get(row).includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = shown + ' of ' + rows.length + ' rows';
  };
  input.addEventListener('input', show);
  label.append('Filter ', input, count);
  table.closest('.wide').before(label);
  show();
}
for (const table of document.querySelectorAll('table.sortable')) makeSortable(table);
for (const table of document.querySelectorAll('table.filterable')) makeFilterable(table);
)";
}

std::string page_policy() { return page_policy(page_style(), page_script()); }

std::string page_policy(std::string_view style, std::string_view script) {
    return "default-src 'none'; style-src " + source_hash(style) + "; script-src " +
           source_hash(script) + "; img-src data:; base-uri 'none'; form-action 'none'";
}

}  // namespace touchstone::reports
