import { escapeHtml } from "#worker/contract/escape-html";
import type { OutboxMail } from "#worker/gateways/mail/outbox.queries";
import { devPage } from "#worker/services/auth/dev-page";

/** The outbox for reading. @param portalOrigin links to it can be followed, no others. */
export const outboxPage = (mails: readonly OutboxMail[], portalOrigin: string): string => {
	const articles = mails.map(
		({ subject, recipient, sender, createdAt, text }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)}, from ${escapeHtml(sender)}, <time>${new Date(createdAt).toISOString()}</time></p>
<pre>${linked(text, portalOrigin)}</pre>
</article>`,
	);
	return devPage("Outbox", articles.length > 0 ? articles.join("\n") : "<p>No mail was sent yet.</p>");
};

const linked = (text: string, portalOrigin: string): string =>
	text
		.split(/(https?:\/\/\S+)/)
		.map((part) =>
			part.startsWith(`${portalOrigin}/`) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
		)
		.join("");
