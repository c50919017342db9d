import { createHash } from 'node:crypto'

/** The longest time after parsing until the scripts start, for browsers that report no paint. */
const LATEST_START_MS = 2000

/**
 * Runs in the browser. Scripts compete with fonts and pictures for a slow phone's network and processor, so they start once
 * the page is painted and its lead pictures are there, or as soon as the visitor does something. Links and forms work without them.
 * It leaves the document as React rendered it, so that hydration finds what it expects.
 */
const STARTER = `(()=>{
const inputs=['pointerdown','keydown','touchstart','wheel'];
let started=false;
const start=()=>{
if(started)return;
started=true;
for(const input of inputs)removeEventListener(input,start,true);
for(const link of document.querySelectorAll('link[rel=late-modulepreload]'))link.rel='modulepreload';
for(const late of document.querySelectorAll('script[type=late-module]')){
const script=document.createElement('script');
script.type='module';script.async=true;script.text=late.text;
late.replaceWith(script);
}
};
for(const input of inputs)addEventListener(input,start,{capture:true,passive:true});
setTimeout(start,${LATEST_START_MS});
const leads=()=>Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((picture)=>picture.decode()));
new PerformanceObserver((list)=>{if(list.getEntriesByName('first-contentful-paint').length)leads().then(()=>requestAnimationFrame(()=>setTimeout(start)))}).observe({type:'paint',buffered:true});
document.currentScript.remove();
})()`

/** The source of the starter for a Content-Security-Policy. */
export const STARTER_SOURCE = `'sha256-${createHash('sha256').update(STARTER).digest('base64')}'`

/** Makes a rendered page start its modules after the first paint. Returns the page unchanged if it has none. */
export function startScriptsLate(html: string): string {
  const end = html.lastIndexOf('</body>')
  if (end === -1 || !html.includes('<link rel="modulepreload"')) return html
  const late = html
    .slice(0, end)
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replace(/<script type="module" async="">/g, '<script type="late-module" async="">')
  return `${late}<script>${STARTER}</script>${html.slice(end)}`
}
