import type { Account } from "./accounts.ts";
import type { BookedPayment } from "./books.ts";
import type { FakeReply } from "./calls.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;color:#1c1917;background:#fff}
h1{font-size:1.375rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#57534e}dd{margin:0;overflow-wrap:anywhere}
form{display:grid;gap:.5rem;margin-top:1.5rem}
button{font:inherit;padding:.625rem 1rem;border:1px solid #57534e;border-radius:.375rem;background:#fff;color:#1c1917;cursor:pointer}
button.first{background:#14532d;border-color:#14532d;color:#fff}:focus-visible{outline:3px solid #2563eb;outline-offset:2px}`;

const page = (status: number, title: string, body: string): FakeReply => ({
	status,
	headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
	body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
});

/** Returns an amount for people: "NGN 21,000.00". */
const shown = ({ amount, currency }: BookedPayment) =>
	`${currency} ${Math.trunc(amount / 100).toLocaleString("en")}.${String(amount % 100).padStart(2, "0")}`;

/** The page on which the payer pays, or does not. */
export const paymentPage = (name: string, payment: BookedPayment): FakeReply => {
	const { payer, reference, rrr, description, status } = payment;
	const rows = [
		["Amount", shown(payment)],
		["For", description],
		["Payer", payer.email],
		["Reference", reference],
		["RRR", rrr ?? ""],
	]
		.filter(([, value]) => value !== "")
		.map(([label = "", value = ""]) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`)
		.join("");
	const button = (deed: string, label: string, isFirst = false) =>
		`<button name="deed" value="${deed}"${isFirst ? ' class="first"' : ""}>${escaped(label)}</button>`;
	const isPayable = status === "open" || status === "pending";
	const buttons = isPayable
		? [
				button("pay", `Pay ${shown(payment)}`, true),
				button("fail", "Let the payment fail"),
				button("cancel", "Cancel the payment"),
				button("hold", "Leave the payment pending at the bank"),
				button("leave", "Go back without paying"),
			]
		: [button("leave", "Go back", true)];
	const state = isPayable ? "" : `<p role="status">This payment is finished: ${status}.</p>`;
	return page(
		200,
		`Pay with ${name} (local stand-in)`,
		`<h1>Pay with ${name}</h1><p>This is the local stand-in of ${name}. No money moves.</p>${state}<dl>${rows}</dl><form method="post">${buttons.join("")}</form>`,
	);
};

/** The first page: the keys that configurations are made with on this machine. They are no secrets. */
export const accountsPage = (
	names: ReadonlyMap<Account["platform"], string>,
	accounts: readonly Account[],
): FakeReply => {
	const keysOf = ({ id, secret, webhookSecret, more }: Account) =>
		[...[...new Set([id, secret, webhookSecret])].map((key) => ["", key]), ...Object.entries(more)]
			.filter(([, key]) => key !== "")
			.map(([name = "", key = ""]) => `<code>${escaped(key)}</code> ${escaped(name)}`)
			.join("<br>");
	const rows = accounts
		.map((account) => `<dt>${escaped(names.get(account.platform) ?? account.platform)}</dt><dd>${keysOf(account)}</dd>`)
		.join("");
	return page(
		200,
		"Local stand-ins of the payment platforms",
		`<h1>Local stand-ins of the payment platforms</h1><p>No money moves. Payment configurations of this machine work with these keys:</p><dl>${rows}</dl>`,
	);
};

export const messagePage = (status: number, message: string): FakeReply =>
	page(status, message, `<h1>${escaped(message)}</h1>`);

/** A page that posts a form to the merchant, by itself or by its button. */
export const formPage = (address: string, fields: Record<string, string>): FakeReply => {
	const inputs = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	);
	return page(
		200,
		"Going back",
		`<h1>Going back</h1><form method="post" action="${escaped(address)}">${inputs.join("")}<button class="first">Continue</button></form><script>document.forms[0].submit()</script>`,
	);
};
