import { escapeHtml } from "#worker/contract/text/escape-html";
import type { AuthorizeRequest } from "#worker/services/auth/dev-google";
import { devPage } from "#worker/services/auth/dev-page";

interface Account {
	email: string;
	name: string;
}

/** The local Google's page: choose one of the institution's accounts, or type any other address. */
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
