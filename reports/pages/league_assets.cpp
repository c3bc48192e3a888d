#include "reports/pages/league_assets.h"

#include "reports/pages/html_assets.h"

namespace touchstone::reports {

std::string league_style() {
    return std::string(page_style()) + R"(
[hidden] { display: none !important; }
.lead { font-size: 1.05rem; }
.row-note { display: block; font-weight: normal; font-size: 0.8em; opacity: 0.75; }
.switch { opacity: 0; position: absolute; }
.switch + label { border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; display: inline-block;
  margin: 0 0.3rem 0.3rem 0; padding: 0.1rem 0.7rem; white-space: nowrap; }
.switch:checked + label { background: var(--soft); font-weight: 600; }
.switch:focus-visible + label { outline: 2px solid currentColor; outline-offset: 2px; }
.league-filter { background: var(--soft); border-radius: 0.4rem; padding: 0.5rem 0.8rem; }
.league-filter select { font: inherit; max-width: 100%; padding: 0.15rem 0.3rem; }
.matrix { margin-top: 0.6rem; }
.matrix table { border-collapse: separate; border-spacing: 0; }
.matrix thead th { height: 9.5rem; padding: 0.3rem 0.1rem; text-align: left; vertical-align: bottom; }
.matrix thead th:first-child { min-width: 9rem; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9.2rem;
  font-weight: 600; font-size: 0.85em; line-height: 1.15; }
.matrix tbody th { border-right: 1px solid var(--line); font-weight: 600; line-height: 1.2; max-width: 14rem;
  min-width: 9rem; }
.matrix td { border-left: 1px solid var(--line); height: 1px; padding: 0; }
.matrix td a { color: inherit; display: block; height: 100%; text-decoration: none; }
.matrix td a:hover { text-decoration: underline; }
.matrix td .m { align-items: center; display: flex; height: 100%; justify-content: flex-end; min-width: 2.2rem;
  padding: 0.3rem 0.35rem; }
.m.full { background: #1a7f3722; } .m.part { background: #d9910022; } .m.none { background: #c0392b2b; }
.matrix td .void, .matrix td .failed, .matrix td .verdict { justify-content: center; }
.m.void { opacity: 0.55; } .m.failed { color: var(--bad); font-weight: 700; }
.sortable thead th { min-width: 3.6rem; }
.sortable th, .sortable td { padding-left: 0.45rem; padding-right: 0.45rem; }
.out { display: none; }
.sortable td:nth-child(-n+2) { white-space: nowrap; }
.sortable td:first-child { background: var(--paper); left: 0; position: sticky; }
td > span.ours { min-width: 9rem; white-space: normal; }
.matrix td.dim { opacity: 0.15; }
.absent th, .absent td { opacity: 0.5; }
.show-verdict:checked ~ .matrix .m:not(.verdict), .show-coverage:checked ~ .matrix .m:not(.coverage),
.show-quality:checked ~ .matrix .m:not(.quality), .show-excess:checked ~ .matrix .m:not(.excess) { display: none; }
details { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
summary { cursor: pointer; } summary b { margin-right: 0.5rem; }
details code { font-size: 0.85em; } .faulty td { max-width: 30rem; }
.faulty code { display: inline-block; min-width: 14rem; }
.off { list-style: none; margin: 0; padding: 0; } .off li { margin-bottom: 0.15rem; }
@media (max-width: 40rem) {
  .matrix tbody th, .matrix thead th:first-child { max-width: 7.4rem; min-width: 7.4rem; }
  .matrix td .m { min-width: 2.1rem; padding: 0.25rem 0.2rem; } .row-note { font-size: 0.75em; }
}
@media print {
  .matrix thead th { height: 7rem; } .matrix td .m { min-width: 0; padding: 0.1rem 0.15rem; }
  .m.full, .m.part, .m.none { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .league-filter, .switch:not(:checked), .switch:not(:checked) + label { display: none; }
}
)";
}

std::string league_script() {
    return std::string(page_script()) + R"(
function filterLeague(box) {
  const controls = [...box.querySelectorAll('select')];
  const [kind, form, settings] = controls;
  const count = box.querySelector('output');
  const hasKind = element => kind.value === '' ||
      (element.dataset.errors ?? '').split(' ').includes(kind.value);
  const show = () => {
    const rows = new Map();
    for (const line of document.querySelectorAll('.matrix tbody tr')) {
      let some = false;
      for (const cell of line.cells) {
        if (cell.dataset.errors === undefined) continue;
        const found = hasKind(cell);
        cell.classList.toggle('dim', kind.value !== '' && !found);
        some = some || found;
      }
      const wanted = (form.value === '' || line.dataset.form === form.value) &&
          (settings.value === '' || line.dataset.settings === settings.value);
      const known = rows.get(line.dataset.row) ?? {wanted, some: false};
      rows.set(line.dataset.row, {wanted, some: known.some || some});
    }
    for (const element of document.querySelectorAll('[data-row]')) {
      const row = rows.get(element.dataset.row);
      element.classList.toggle('out', row !== undefined && !(row.wanted && row.some));
    }
    for (const line of document.querySelectorAll('.faulty tbody tr, figure[data-errors]')) {
      line.classList.toggle('out', !hasKind(line));
    }
    const shown = [...rows.values()].filter(row => row.wanted && row.some).length;
    count.textContent = shown + ' of ' + rows.size + ' rows';
  };
  controls.forEach(control => control.addEventListener('change', show));
  box.hidden = false;
  show();
}
document.querySelectorAll('.league-filter').forEach(filterLeague);
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const box = target && target.closest('details');
  if (box) {
    box.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', openTarget);
addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => { d.open = true; }));
openTarget();
)";
}

}  // namespace touchstone::reports
