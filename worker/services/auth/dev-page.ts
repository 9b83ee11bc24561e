import { escapeHtml } from "#worker/contract/text/escape-html";
import type { AuthorizeRequest } from "#worker/services/auth/dev-google";

interface Account {
	email: string;
	name: string;
}

export const accountChooser = (request: AuthorizeRequest, accounts: readonly Account[]): string => {
	const kept = Object.entries(request).map(
		([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
	);
	const buttons = accounts.map(
		({ email, name }) =>
			`<li><button name="email" value="${escapeHtml(email)}"><b>${escapeHtml(name)}</b><br>${escapeHtml(email)}</button></li>`,
	);
	return devPage(
		"Choose an account",
		`<p>This stands in for Google while you develop. Nothing leaves your computer.</p>
<form method="post">
${kept.join("\n")}
<ul>
${buttons.join("\n")}
</ul>
</form>
<form method="post">
${kept.join("\n")}
<p><label for="email">Use another account</label></p>
<p><input id="email" name="email" type="email" autocomplete="email" required> <button>Next</button></p>
</form>
<form method="post">
${kept.join("\n")}
<p><button name="cancel" value="true">Cancel</button></p>
</form>`,
	);
};

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{margin:.5rem 0}
button,input{font:inherit;padding:.5rem .75rem}li button{width:100%;text-align:left}`;

/** Returns a page of the development tools. @param main HTML, its texts escaped. */
const devPage = (title: string, main: string): string => `<!doctype html>
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
