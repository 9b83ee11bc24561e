import { escapeHtml } from "#worker/contract/text/escape-html";

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{margin:.5rem 0}
button,input{font:inherit;padding:.5rem .75rem}li button{width:100%;text-align:left}`;

/** Returns a page of the development tools. @param main HTML, its texts escaped. */
export const devPage = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>`;

/** why: nothing on these pages runs, whatever a name contains. */
export const devPageHeaders = {
	"content-security-policy":
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
	"cache-control": "no-store",
	"referrer-policy": "no-referrer",
	"x-content-type-options": "nosniff",
};
