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
function makeEnlargeable(images) {
  const dialog = document.createElement('dialog');
  const large = document.createElement('img');
  const caption = document.createElement('p');
  dialog.append(large, caption);
  document.body.append(dialog);
  dialog.addEventListener('click', () => dialog.close());
  const show = image => {
    large.src = image.src;
    large.alt = image.alt;
    caption.textContent = image.alt;
    dialog.showModal();
  };
  for (const image of images) {
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.addEventListener('click', () => show(image));
    image.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      show(image);
    });
  }
}
const pictures = document.querySelectorAll('.pictures img');
if (pictures.length > 0) makeEnlargeable(pictures);
for (const table of document.querySelectorAll('table.sortable')) makeSortable(table);
for (const table of document.querySelectorAll('table.filterable')) makeFilterable(table);
