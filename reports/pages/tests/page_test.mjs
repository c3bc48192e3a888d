// Looks at a report's page and a league's in headless Chromium:
// page_test.mjs CHROMIUM PAGE LEAGUE-PAGE [SCREENSHOT-FOLDER].
//
// Chromium is driven over the pipe of its DevTools protocol, with nothing but what Node.js brings:
// a package for this would want a lock file and a registry, to save the forty lines of `Browser`.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const kTimeLimit = 120e3;  // for everything [ms]

/** Messages to and from Chromium: JSON, each ended by a zero byte. */
class Browser {
  constructor(program) {
    this.home = mkdtempSync(join(tmpdir(), 'touchstone-page-'));
    this.child = spawn(
        program,
        ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
         '--no-first-run', '--disable-extensions', '--disable-background-networking',
         `--user-data-dir=${this.home}`, '--remote-debugging-pipe', 'about:blank'],
        // A process group of its own: Chromium's helpers outlive it for a while, and still write.
        {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true});
    this.open = new Map();
    this.events = [];
    this.count = 0;
    let rest = '';
    this.child.stdio[4].setEncoding('utf8');
    this.child.stdio[4].on('data', text => {
      const parts = (rest + text).split('\0');
      rest = parts.pop();
      parts.forEach(part => this.take(JSON.parse(part)));
    });
    this.gone = new Promise(done => this.child.on('exit', done));
  }

  take(message) {
    if (message.id === undefined) {
      this.events.push(message);
      return;
    }
    const {done, fail} = this.open.get(message.id);
    this.open.delete(message.id);
    message.error ? fail(new Error(message.error.message)) : done(message.result);
  }

  send(method, params = {}) {
    const id = ++this.count;
    const message = {id, method, params};
    if (this.session) message.sessionId = this.session;
    this.child.stdio[3].write(JSON.stringify(message) + '\0');
    return new Promise((done, fail) => this.open.set(id, {done, fail}));
  }

  async attach() {
    const {targetInfos} = await this.send('Target.getTargets');
    const {targetId} = targetInfos.find(target => target.type === 'page');
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    this.session = sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits']) {
      await this.send(domain + '.enable');
    }
  }

  async run(expression) {
    const {result, exceptionDetails} =
        await this.send('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
    assert.equal(exceptionDetails, undefined, expression);
    return result.value;
  }

  /** Ends every process of the browser. */
  kill() {
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch (error) {
      assert.equal(error.code, 'ESRCH');
    }
  }

  /** True while a process of the browser is left. */
  lives() {
    try {
      process.kill(-this.child.pid, 0);
      return true;
    } catch (error) {
      assert.equal(error.code, 'ESRCH');
      return false;
    }
  }

  /** Removes the profile once nobody can write to it any more. */
  async close() {
    this.kill();
    await this.gone;
    while (this.lives()) {
      await new Promise(done => setTimeout(done, 20));
    }
    rmSync(this.home, {recursive: true, force: true});
  }
}

const resize = (browser, width) => browser.send(
    'Emulation.setDeviceMetricsOverride',
    {width, height: 900, deviceScaleFactor: 1, mobile: width < 500});

/** Goes to a page and waits until it is there. */
async function open(browser, file) {
  const loads = () => browser.events.filter(event => event.method === 'Page.loadEventFired').length;
  const before = loads();
  await browser.send('Page.navigate', {url: pathToFileURL(resolve(file)).href});
  while (loads() === before) {
    await new Promise(done => setTimeout(done, 20));
  }
}

async function checkWidth(browser, width, folder, name = 'page') {
  await resize(browser, width);
  const [page, screen] = await browser.run(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
  assert.ok(page <= screen, `at ${width} pixels the page is ${page} wide, the screen ${screen}`);
  if (folder) {
    const {data} = await browser.send(
        'Page.captureScreenshot', {format: 'png', captureBeyondViewport: true});
    writeFileSync(join(folder, `${name}-${width}.png`), Buffer.from(data, 'base64'));
  }
}

async function checkSorting(browser) {
  const texts = column => browser.run(
      `[...document.querySelector('#rows ~ .wide table').tBodies[0].rows]` +
      `.map(row => row.cells[${column}].textContent)`);
  const click = column => browser.run(
      `document.querySelector('#rows ~ .wide table')` +
      `.tHead.rows[0].cells[${column}].querySelector('button').click()`);
  const before = (await texts(3)).map(Number);
  const sorted = [...before].sort((a, b) => a - b);
  assert.notDeepEqual(before, sorted, 'the rows must not be sorted already');
  await click(3);
  assert.deepEqual((await texts(3)).map(Number), sorted);
  await click(3);
  assert.deepEqual((await texts(3)).map(Number), [...sorted].reverse());
  const names = [...await texts(1)].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
  await click(1);
  assert.deepEqual(await texts(1), names);
}

async function checkFilter(browser) {
  const shown = await browser.run(`(() => {
    const table = document.querySelector('#rows ~ .wide table.filterable');
    const input = table.closest('.wide').previousElementSibling.querySelector('input');
    const count = () => [...table.tBodies[0].rows].filter(row => row.offsetHeight > 0);
    const all = count().length;
    input.value = 'GROWTH';
    input.dispatchEvent(new Event('input'));
    const some = count();
    const right = some.every(row => row.textContent.includes('Growth'));
    input.value = '';
    input.dispatchEvent(new Event('input'));
    return {all, some: some.length, right, again: count().length};
  })()`);
  assert.deepEqual(shown, {all: 15, some: 5, right: true, again: 15});
}

/** A picture opens large, and closes; the data files are linked. */
async function checkPictures(browser) {
  const seen = await browser.run(`(() => {
    const image = document.querySelector('.pictures img');
    const dialog = document.querySelector('dialog');
    image.click();
    const open = dialog.open && dialog.querySelector('img').src === image.src;
    dialog.click();
    return {open, closed: !dialog.open,
            command: image.closest('figure').querySelector('code').textContent,
            links: [...document.querySelectorAll('a[href$=".csv"]')].length};
  })()`);
  assert.ok(seen.open && seen.closed);
  assert.match(seen.command, /^touchstone view .* --generator /);
  assert.ok(seen.links >= 4, `${seen.links} links to CSV files`);
}

/**
 * Pictures that the page has no room for are asked for when they come into sight, and not before.
 * They are counted, since how long a page takes to open depends on the machine.
 */
async function checkLatePictures(browser) {
  const asked = () => browser.events.filter(({method, params}) =>
      method === 'Network.requestWillBeSent' && params.request.url.endsWith('.png')).length;
  const {late, ready} = await browser.run(`(() => {
    const late = [...document.querySelectorAll('.pictures img')].filter(({src}) => src.endsWith('.png'));
    return {late: late.length, ready: late.filter(({naturalWidth}) => naturalWidth > 0).length};
  })()`);
  assert.ok(late >= 2, `${late} pictures beside the page`);
  assert.deepEqual([ready, asked()], [0, 0], `of ${late} pictures out of sight`);
  const shown = await browser.run(`(async () => {
    const late = [...document.querySelectorAll('.pictures img')].filter(({src}) => src.endsWith('.png'));
    for (const image of late) {
      image.scrollIntoView();
      while (!image.complete || image.naturalWidth === 0) await new Promise(done => setTimeout(done, 20));
    }
    scrollTo(0, 0);
    return late.length;
  })()`);
  assert.deepEqual([shown, asked()], [late, late]);
}

/** The best method stands first, and colours tell right from wrong. */
async function checkSummary(browser) {
  const seen = await browser.run(`(() => {
    const rows = [...document.querySelectorAll('.summary tbody tr')];
    const colour = name => getComputedStyle(document.querySelector('#overview-table ' + name)).color;
    return {rights: rows.map(row => Number(row.lastElementChild.dataset.value)),
            above: document.querySelector('.summary').getBoundingClientRect().top <
                   document.querySelector('#overview-table').getBoundingClientRect().top,
            differ: colour('.ours.right') !== colour('.ours.wrong'),
            paper: document.querySelectorAll('.paper').length};
  })()`);
  assert.deepEqual(seen.rights, [...seen.rights].sort((a, b) => b - a));
  assert.ok(seen.above && seen.differ);
  assert.equal(seen.paper, 0);
}

/** The rows of the matrices that are shown when a select has that value, and cells that are not dim. */
const choose = (browser, index, value) => browser.run(`(() => {
  const box = document.querySelector('.league-filter');
  const select = box.querySelectorAll('select')[${index}];
  select.value = ${JSON.stringify(value)};
  select.dispatchEvent(new Event('change'));
  const rows = [...document.querySelectorAll('.matrix tbody tr')].filter(row => row.offsetHeight > 0);
  const cells = rows.flatMap(row => [...row.querySelectorAll('td:not(.dim)')]);
  const others = [...document.querySelectorAll('.sortable [data-row]')]
      .filter(row => row.offsetHeight > 0).map(row => row.dataset.row);
  return {
    rows: [...new Set(rows.map(row => row.dataset.row))].sort(),
    others: [...new Set(others)].sort(),
    right: cells.every(cell => ${JSON.stringify(value)} === '' || ${index} !== 0 ||
        cell.dataset.errors.split(' ').includes(${JSON.stringify(value)})),
    said: box.querySelector('output').textContent
  };
})()`);

async function checkLeague(browser, file, folder) {
  await resize(browser, 1400);
  await open(browser, file);
  assert.equal(await browser.run('document.title'), 'The league of contact points');
  assert.equal(await browser.run('document.scripts.length'), 1);
  const all = ['closest_points', 'growth', 'opposing', 'semi_local'];
  const anything = await choose(browser, 0, '');
  assert.deepEqual(anything, {rows: all, others: all, right: true, said: '4 of 4 rows'});
  // Semi-local and closest points have no wrong normal, but closest points misses contacts.
  const wrong = await choose(browser, 0, 'wrong_contacts');
  assert.deepEqual(wrong, {
    rows: ['growth', 'opposing'], others: ['growth', 'opposing'], right: true, said: '2 of 4 rows'});
  await choose(browser, 0, '');
  const facets = await choose(browser, 1, 'facets');
  assert.deepEqual(facets.rows, ['semi_local']);
  await choose(browser, 1, '');
  // The switch shows one figure at a time.
  const shown = () => browser.run(
      `[...document.querySelectorAll('#m1-quality ~ .matrix td .m')]` +
      `.filter(part => part.offsetHeight > 0).map(part => part.className.split(' ').pop())`);
  assert.deepEqual([...new Set(await shown())], ['coverage']);
  await browser.run(`document.getElementById('m1-quality').click()`);
  assert.deepEqual([...new Set(await shown())], ['quality']);
  // A click on a faulty cell opens what is wrong in it.
  const opened = await browser.run(`(async () => {
    const link = document.querySelector('.matrix td a');
    link.click();
    await new Promise(done => setTimeout(done, 200));
    return document.getElementById(link.hash.slice(1)).closest('details').open;
  })()`);
  assert.equal(opened, true);
  for (const width of [390, 1400]) {
    await checkWidth(browser, width, folder, 'league');
  }
}

async function checkPage(browser, file, league, folder) {
  await resize(browser, 1400);
  await open(browser, file);
  assert.equal(await browser.run('document.title'), 'Contact points against their right answers');
  assert.equal(await browser.run('document.scripts.length'), 1);
  assert.ok(await browser.run('document.querySelectorAll("svg").length') >= 3);
  await checkLatePictures(browser);
  await checkSorting(browser);
  await checkFilter(browser);
  await checkSummary(browser);
  await checkPictures(browser);
  // The policy holds: what a hostile name might smuggle in neither runs nor loads.
  for (const width of [390, 1400]) {
    await checkWidth(browser, width, folder);
  }
  const {data} = await browser.send('Page.printToPDF', {preferCSSPageSize: true});
  const pdf = Buffer.from(data, 'base64');
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(pdf.subarray(0, 5).toString() === '%PDF-' && pages >= 2, `${pages} pages in the PDF`);
  if (folder) writeFileSync(join(folder, 'page.pdf'), pdf);

  await checkLeague(browser, league, folder);

  const of = method => browser.events.filter(event => event.method === method);
  const errors = [
    ...of('Runtime.exceptionThrown'), ...of('Runtime.consoleAPICalled'), ...of('Log.entryAdded'),
    ...of('Audits.issueAdded').filter(({params}) => params.issue.code.includes('SecurityPolicy'))];
  assert.deepEqual(errors.map(event => JSON.stringify(event.params)), []);
  const requests = of('Network.requestWillBeSent').map(({params}) => params.request.url)
                       .filter(url => !url.startsWith('data:') && url !== 'about:blank');
  const pages_asked = [file, league].map(page => pathToFileURL(resolve(page)).href);
  const pictures = new URL('pictures/', pages_asked[0]).href;
  assert.deepEqual(requests.map(url => url.split('#')[0]).filter(url => !url.startsWith(pictures)), pages_asked);
  // Last, as it breaks the rules on purpose: the listeners above would have noticed.
  await browser.run(`document.body.insertAdjacentHTML('beforeend',
      '<img src="http://localhost:9/x.png"><p style="color: red">');
      const script = document.createElement('script'); script.text = 'window.intruder = 1';
      document.body.append(script); new Promise(done => setTimeout(done, 200))`);
  assert.equal(await browser.run('window.intruder'), undefined);
  assert.ok(of('Log.entryAdded').length > 0, 'a violation of the policy is noticed');
  console.log(`sorts, filters, prints ${pages} pages, ${requests.length} requests, no error`);
}

const [program, file, league, folder] = process.argv.slice(2);
const browser = new Browser(program);
const timer = setTimeout(() => {
  console.error('Chromium took too long');
  browser.kill();
  process.exit(1);
}, kTimeLimit);
try {
  await browser.attach();
  await checkPage(browser, file, league, folder);
} finally {
  clearTimeout(timer);
  await browser.close();
}
