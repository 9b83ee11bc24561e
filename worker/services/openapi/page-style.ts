export const pageStyle = `
:root { --text: #172033; --soft: #4a5568; --ground: #ffffff; --raised: #f5f7fa; --line: #d5dbe5; --link: #1d4ed8; --strong: #1e40af; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
:root { --text: #e8ecf4; --soft: #a9b4c8; --ground: #10141f; --raised: #1a2030; --line: #333c52; --link: #93b4ff; --strong: #b8ccff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem; color: var(--text); background: var(--ground); font: 1rem/1.6 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 3rem; padding-bottom: 0.3rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 0 0 0.5rem; }
h4 { font-size: 0.9rem; margin: 1rem 0 0.3rem; }
small, .who, .soft { color: var(--soft); font-size: 0.875rem; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 1rem 0; }
label { width: 100%; font-weight: 600; }
input, button { padding: 0.45rem 0.7rem; border: 1px solid var(--soft); border-radius: 0.375rem; color: inherit; background: var(--raised); font: inherit; }
input { flex: 1; min-width: 0; max-width: 32rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
:target { outline: 2px solid var(--link); outline-offset: 4px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.2rem 0; }
article { margin: 1.25rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; scroll-margin-top: 1rem; }
article p { margin: 0.25rem 0; }
.method { display: inline-block; min-width: 4.2rem; color: var(--strong); font-weight: 700; }
code, pre { font: 0.875rem/1.5 ui-monospace, "Cascadia Code", Menlo, monospace; }
pre, .scroll { overflow-x: auto; background: var(--raised); border-radius: 0.375rem; }
pre { margin: 0; padding: 0.75rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; text-align: left; }
th, td { padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
details { margin-top: 1rem; }
.example { margin-top: 0.25rem; border: 1px dashed var(--line); }
dt { margin-top: 0.75rem; scroll-margin-top: 1rem; }
summary { cursor: pointer; padding: 0.25rem 0; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
`;
