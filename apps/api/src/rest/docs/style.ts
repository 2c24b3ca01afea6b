/** The page's style: the product's colours and fonts, without its style sheets. */
export const STYLE = `
:root{color-scheme:light dark;--canvas:#f3f6f5;--surface:#fff;--sunken:#e8eeec;--ink:#10201f;--muted:#465654;--line:#d3dcda;--brand:#0e4a5a;--hero:#0e4a5a;--hero-muted:#cfe3e6;--accent:#f2a93b;--get:#1f4e96;--post:#14683b;--put:#855000;--control:#73817f}
@media (prefers-color-scheme:dark){:root{--canvas:#0d1517;--surface:#141f22;--sunken:#0a1012;--ink:#eef2ef;--muted:#a9b7b6;--line:#2c3c41;--brand:#8ed3dd;--hero:#082f3a;--hero-muted:#b9d3d7;--accent:#f5b94f;--get:#93bbff;--post:#6ad39b;--put:#f5b94f;--control:#6c848b}}
*{box-sizing:border-box}
input{accent-color:var(--brand)}
html{scroll-padding-top:24px}
body{margin:0;background:var(--canvas);color:var(--ink);font:17px/1.55 "Instrument Sans",system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--brand);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;background:var(--surface);padding:8px 12px}
header{background:var(--hero);color:#fff;padding:32px max(24px,calc((100vw - 1240px)/2)) 40px}
header a{color:#fff}
.brand{margin:0 0 24px;font-weight:700;font-size:24px;line-height:1}
.brand{display:flex;justify-content:space-between;align-items:center}
.brand .in{font:400 17px/44px "Instrument Sans",system-ui,sans-serif}
.brand a{display:inline-flex;align-items:center;gap:8px;text-decoration:none}
.brand svg{width:auto;height:28px;color:var(--accent)}
.brand,h1,h2{font-family:"Bricolage Grotesque","Instrument Sans",system-ui,sans-serif}
h1{margin:0;font-size:clamp(32px,4.5vw,52px);line-height:1.05;letter-spacing:-.02em}
.lead{margin:12px 0 0;max-width:60ch;color:var(--hero-muted);font-size:20px}
.links{display:flex;flex-wrap:wrap;gap:8px 24px;margin:20px 0 0}
.links a{display:inline-block;padding:8px 0}
.columns{display:grid;grid-template-columns:300px minmax(0,1fr);gap:48px;max-width:1288px;margin:0 auto;padding:32px 24px 96px}
nav{position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto;font-size:13px}
nav ul{list-style:none;margin:0;padding:0}
.contents{margin:0}
.contents>ul>li{margin-bottom:16px}
.contents>ul>li>a{font-weight:650;font-size:15px;color:var(--ink);text-decoration:none;display:block;padding:4px 0}
nav li li a{display:block;padding:4px 0;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}
nav li li a:hover{color:var(--ink);text-decoration:underline}
section{margin-bottom:64px}
h2{font-size:32px;letter-spacing:-.01em;margin:0 0 8px}
main p{max-width:72ch}
article{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:24px;margin:24px 0}
h3{margin:0;font-size:20px;overflow-wrap:anywhere}
h3 code{background:none;padding:0;font-size:inherit}
.summary{margin:8px 0 0;font-size:17px}
.access{margin:4px 0 16px;color:var(--muted);font-size:15px}
.method{display:inline-block;min-width:44px;font:650 .72em/1.6 ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--get)}
.method.post{color:var(--post)}.method.put{color:var(--put)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.86em}
code{background:var(--sunken);padding:1px 5px;border-radius:4px;overflow-wrap:anywhere}
figure{margin:24px 0 0;min-width:0;position:relative}
.anchor{color:var(--muted);text-decoration:none;font-weight:400;padding:0 6px}
@media (hover:hover){.anchor:not(:focus-visible){opacity:0}:is(h2,h3):hover .anchor{opacity:1}}
button{position:absolute;right:0;top:-14px;min-height:36px;padding:0 12px;font:inherit;font-size:13px;color:var(--brand);background:var(--surface);border:1px solid var(--line);border-radius:6px;cursor:pointer}
figure:not(:has(figcaption)) button{top:6px;right:6px}
figure:not(:has(figcaption)) pre{padding-right:96px}
search label{display:block;font-weight:650;font-size:13px}
search input{display:block;width:100%;min-height:44px;margin-top:4px;padding:0 12px;font:inherit;font-weight:400;font-size:16px;color:var(--ink);background:var(--surface);border:1px solid var(--control);border-radius:6px}
search p{min-height:20px;margin:4px 0 12px;color:var(--muted)}
[hidden]{display:none!important}
figcaption,caption{font-size:13px;font-weight:650;color:var(--muted);text-align:left;padding:0 0 4px}
pre{margin:0;padding:16px;background:var(--sunken);border-radius:6px;overflow:auto;max-height:420px;line-height:1.5}
pre code{background:none;padding:0;overflow-wrap:normal}
.examples{display:grid;gap:0 24px}
.languages{display:flex;flex-wrap:wrap;gap:0 12px;margin:0 0 12px;padding:0;border:0}
.languages legend{padding:0;font-weight:650}
.languages input{width:20px;height:20px;margin:0}
.languages label{display:inline-flex;align-items:center;gap:6px;min-height:36px}
body:has(#in-curl:checked) .call:not(.curl),body:has(#in-Python:checked) .call:not(.Python),body:has(#in-TypeScript:checked) .call:not(.TypeScript){display:none}
.plain{margin:16px 0 0;color:var(--muted);font-size:15px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:15px;margin-top:16px}
td,th{border-top:1px solid var(--line);padding:8px 16px 8px 0;text-align:left;vertical-align:top;font-weight:400}
th{white-space:nowrap}
td:last-child{color:var(--muted)}
small{color:var(--muted);font-size:13px}
details{margin-top:16px}
summary{cursor:pointer;padding:8px 0;font-weight:650;font-size:15px}
@media (max-width:900px){.columns{display:block}nav{position:static;max-height:none;margin-bottom:40px;border-bottom:1px solid var(--line)}article{padding:16px}th{white-space:normal}}
@media (max-width:600px){table,tbody,tr,td,th,caption{display:block}tr{border-top:1px solid var(--line);padding:10px 0}td,th{border:0;padding:1px 0}td:empty{display:none}}
@media (min-width:901px){@supports selector(::details-content){.contents>summary{display:none}.contents::details-content{content-visibility:visible;height:auto}}}
@media print{nav,.skip,button,.anchor{display:none}.columns{display:block}pre{max-height:none;white-space:pre-wrap}details>*{display:block}}
`;
