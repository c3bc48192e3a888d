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
