import { createHash } from 'node:crypto'
import { classesIn, type StylesheetOf, stylesFor } from './page-styles.ts'

/** The longest time after parsing until the scripts start, for browsers that report no paint. */
const LATEST_START_MS = 2000
/** The longest time that scripts wait for stylesheets. A page without some of its rules is better than one that does nothing. */
const LATEST_STYLES_MS = 3000

/**
 * Runs in the browser. Scripts compete with fonts and pictures for a slow phone's network and processor, so they start once
 * the page is painted and its lead pictures are there, or as soon as the visitor does something. Links and forms work without them.
 * The stylesheets come first: a page carries only the rules for what is on it, and scripts add to it. They apply together, so that the
 * page is laid out once more and not once for each. The rules that it carries stay if a stylesheet cannot be loaded, and what is imported
 * later tries again: it looks for stylesheets that the page has.
 * It leaves the document as React rendered it, so that hydration finds what it expects.
 */
const STARTER = `(()=>{
const inputs=['pointerdown','keydown','touchstart','wheel'];
let started=false,running=false;
const all=(of)=>[...document.querySelectorAll(of)];
const start=()=>{
if(started)return;
started=true;
for(const input of inputs)removeEventListener(input,start,true);
const apply=()=>{for(const link of all('link[media="not all"]'))link.removeAttribute('media')};
const load=(link,tries)=>new Promise((resolve,reject)=>{
link.fetchPriority='high';
if(!running)link.media='not all';
link.onload=resolve;
link.onerror=()=>{
if(tries===1){link.rel='late-stylesheet';return reject()}
const again=link.cloneNode();
load(again,tries-1).then(resolve,reject);
link.replaceWith(again);
};
link.rel='stylesheet';
});
const styles=all('link[rel=late-stylesheet]').map((link)=>load(link,2));
if(styles.length)Promise.all(styles).then(()=>{apply();document.querySelector('style[data-first-paint]').remove()},()=>{});
for(const link of all('link[rel=late-modulepreload]'))link.rel='modulepreload';
Promise.race([Promise.allSettled(styles),new Promise((resolve)=>setTimeout(resolve,${LATEST_STYLES_MS}))]).then(()=>{
running=true;
apply();
for(const late of all('script[type^=late-]')){
const script=document.createElement('script');
if(late.type==='late-module'){script.type='module';script.async=true}
script.text=late.text;
late.replaceWith(script);
}
});
};
for(const input of inputs)addEventListener(input,start,{capture:true,passive:true});
setTimeout(start,${LATEST_START_MS});
const leads=()=>Promise.allSettled(all('img[fetchpriority=high]').map((picture)=>picture.decode()));
new PerformanceObserver((list)=>{if(list.getEntriesByName('first-contentful-paint').length)leads().then(()=>requestAnimationFrame(()=>setTimeout(start)))}).observe({type:'paint',buffered:true});
document.currentScript.remove();
})()`

/** The source of the starter for a Content-Security-Policy. */
export const STARTER_SOURCE = `'sha256-${createHash('sha256').update(STARTER).digest('base64')}'`

/** Makes a rendered page paint before it asks for anything but fonts and pictures: its styles are in it, and its modules start afterwards. */
export function paintFirst(html: string, stylesheetOf: StylesheetOf = () => undefined): string {
  const end = html.lastIndexOf('</body>')
  if (end === -1 || !html.includes('<link rel="modulepreload"')) return html
  const late = withStyles(html.slice(0, end), stylesheetOf)
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replaceAll('<script type="module" async="">', '<script type="late-module" async="">')
    .replaceAll(ROUTER_DATA, ROUTER_DATA.replace('<script', '<script type="late-data"'))
  return `${late}<script>${STARTER}</script>${html.slice(end)}`
}

/** React Router's data for the modules. A slow phone takes about as long to put it into a stream as to parse the page. */
const ROUTER_DATA = '<script>window.__reactRouterContext'

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g

/** A page with a stylesheet that is unknown keeps its links: half of the styles would paint the wrong page. */
function withStyles(html: string, stylesheetOf: StylesheetOf): string {
  const classes = classesIn(html)
  const texts = [...html.matchAll(STYLESHEET)].map(([, href = '']) => {
    const stylesheet = stylesheetOf(href)
    return stylesheet && stylesFor(stylesheet, classes)
  })
  if (texts.length === 0 || !texts.every((text) => text !== undefined && !text.includes('</'))) return html
  const style = `<style data-first-paint="">${texts.join('\n')}</style>`
  const first = html.search(STYLESHEET)
  return `${html.slice(0, first)}${style}${html.slice(first).replaceAll('<link rel="stylesheet"', '<link rel="late-stylesheet"')}`
}
