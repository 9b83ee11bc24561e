import { serverToast } from "#app/ui/toast/toast-look";

/**
 * Begins the title of a page without scripts with its toast: "Reason was added · Reasons · Matricula". why: nothing else is
 * spoken of it there, because a status that comes with its page has not changed. entry.client.tsx takes it away where
 * scripts run.
 */
export const withToastInTitle = async (html: string): Promise<string> => {
	if (!html.includes(serverToast)) return html;
	let message = "";
	await new HTMLRewriter()
		.on(`.${serverToast} [data-message]`, {
			text: ({ text }) => {
				message += text;
			},
		})
		.transform(new Response(html))
		.text();
	const said = `${message} · `;
	const page = new HTMLRewriter().on("head > title", {
		element: (title) => {
			const added = title.getAttribute("data-for-no-scripts") ?? "";
			// why as HTML: it is text of this same page, escaped in it already.
			title.prepend(said, { html: true }).setAttribute("data-for-no-scripts", said + added);
		},
	});
	return page.transform(new Response(html)).text();
};
